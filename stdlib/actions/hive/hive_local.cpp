#include "stdlib/actions/hive/hive_local.h"

#include <dirent.h>
#include <sys/stat.h>

#include <cstdlib>
#include <string_view>
#include <utility>

#include "runtime/ground/base/quoted_text.h"
#include "stdlib/actions/hive/hive_command.h"
#include "stdlib/actions/hive/hive_site.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/local_tool.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/unpack_first.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr const char* kSiteName = "hive-site.xml";
constexpr const char* kEnvironmentName = "hive-env.sh";

bool IsFolder(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

/// Returns the folder of the installation's configuration: the environment's HIVE_CONF_DIR, or else
/// conf/ of Hive's home, as Hive itself looks for it. The folder need not exist. If `hive` was
/// found in PATH, it may be a wrapper outside of Hive's home. Then the folder is conf/ beside bin/,
/// or else /etc/hive/conf; it is an error if neither exists.
rt::Result<std::string> InstalledConf(const LocalTool& hive) {
  const char* own = std::getenv("HIVE_CONF_DIR");
  if (own != nullptr && *own != '\0') {
    return Absolute(own);
  }
  if (!hive.home.empty()) {
    return Absolute(hive.home + "/conf");
  }
  std::string program = Absolute(hive.program);
  program.resize(program.rfind('/'));
  for (const std::string& folder : {program + "/../conf", std::string("/etc/hive/conf")}) {
    if (IsFolder(folder)) {
      return Absolute(folder);
    }
  }
  return rt::ActionError("no configuration of " + hive.program +
                         ": set hpdl.hive.home or HIVE_CONF_DIR");
}

/// Links the files of `installed` into `folder`, except hive-site.xml and hive-env.sh.
rt::Result<void> LinkConf(const std::string& installed, const std::string& folder) {
  DIR* entries = opendir(installed.c_str());
  if (entries == nullptr) {
    return {};
  }
  rt::Result<void> done;
  while (const dirent* entry = done ? readdir(entries) : nullptr) {
    const std::string name = entry->d_name;
    if (!name.starts_with('.') && name != kSiteName && name != kEnvironmentName &&
        !FileExists(folder + "/" + name)) {
      done = LinkTo(installed + "/" + name, folder + "/" + name);
    }
  }
  closedir(entries);
  return done;
}

/// Returns the folder for HIVE_CONF_DIR. It is the installation's folder with another
/// hive-site.xml, which includes the installation's hive-site.xml. The properties of `site` win.
/// The folder is beside the work directory, where no <file> and no <archive> can be.
rt::Result<std::string> PlaceConf(const rt::ActionContext& ctx, const LocalTool& hive,
                                  const rt::Properties& site,
                                  std::vector<std::string>* secret_files) {
  std::string folder = AttemptPlace(ctx, ".hive-conf");
  HPDL_TRY(MakeFolder(folder));
  folder = Absolute(folder);
  const auto installed = InstalledConf(hive);
  HPDL_TRY(installed);
  HPDL_TRY(LinkConf(*installed, folder));
  const std::string environment = *installed + "/" + kEnvironmentName;
  if (FileExists(environment)) {
    // Hive's script reads this file, which may set HIVE_CONF_DIR, before it uses HIVE_CONF_DIR.
    HPDL_TRY(KeepFile(
        folder + "/" + kEnvironmentName,
        ". " + ShellQuoted(environment) + "\nexport HIVE_CONF_DIR=" + ShellQuoted(folder) + "\n",
        0600));
  }
  const std::string included = *installed + "/" + kSiteName;
  HPDL_TRY(
      KeepSecretFiles({{kSiteName, SiteXml(site, FileExists(included) ? Absolute(included) : "")}},
                      folder, secret_files));
  return folder;
}

rt::Result<rt::Command> ArrangeHere(rt::ActionContext& ctx, const HiveArgs& args,
                                    std::vector<std::string>* secret_files) {
  const auto hive = HiveCommandOf(ctx, args);
  HPDL_TRY(hive);
  const auto configuration = LocalJobConfiguration(ctx, args.job_xml, args.configuration,
                                                   {args.name_node, args.job_tracker, ctx.tag()});
  HPDL_TRY(configuration);
  const auto tool = FindLocalTool(ctx, rt::Setting::kHiveHome, "HIVE_HOME", "hive");
  HPDL_TRY(tool);
  const auto work = PlaceToolFiles(ctx, args.files, args.archives);
  HPDL_TRY(work);
  rt::Properties site = HiveSite(*configuration, ctx.tag());
  // Tez, too, runs its jobs in the process of Hive.
  site["tez.local.mode"] = site["tez.runtime.optimize.local.fetch"] = "true";
  const auto conf = PlaceConf(ctx, *tool, site, secret_files);
  HPDL_TRY(conf);
  HPDL_TRY(KeepSecretFiles(hive->files, *work, secret_files));
  rt::Command command;
  command.directory = *work;
  command.environment = ToolVariables(ctx, *tool, "HIVE_HOME");
  command.environment.push_back("HIVE_CONF_DIR=" + *conf);
  command.environment.push_back(ToolClassPath("HADOOP_CLASSPATH", *work));
  // Hive 4 would start beeline in the place of its own command line.
  command.environment.push_back("USE_DEPRECATED_CLI=true");
  command.argv = {tool->program, "--service", "cli"};
  command.argv.insert(command.argv.end(), hive->words.begin(), hive->words.end());
  if (!args.archives.empty()) {
    HPDL_TRY(UnpackFirst(ctx, "hive", args.archives, &command));
  }
  return command;
}

}  // namespace

rt::Task<rt::Outcome> RunHiveHere(rt::ActionContext& ctx) {
  const HiveArgs args = DecodeArgs<HiveArgs>(kHiveKind, ctx.shape(), ctx.args());
  std::vector<std::string> files = args.files;
  if (args.script) {
    files.push_back(*args.script);
  }
  std::vector<std::string> secrets;
  LocalCommand command{"hive", NameNodeOf(ctx, args.name_node),
                       ToolFilesOf(ctx, args.job_xml, std::move(files), args.archives),
                       args.prepare};
  command.arrange = [&] { return ArrangeHere(ctx, args, &secrets); };
  command.secret_files = &secrets;
  command.error_of = [&](const rt::ExitStatus& status) {
    return ErrorOfLocalTool(status, ctx, "hive", SecretsOf(args));
  };
  co_return co_await RunLocalCommand(ctx, std::move(command));
}

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_local_kind_hive;
const hpdl_kind hpdl_local_kind_hive = {.name = "hive",
                                        .run = hpdl::stdlib::RunHiveHere,
                                        .needs_local = true,
                                        .worker = hpdl::stdlib::UnpackWorker};
