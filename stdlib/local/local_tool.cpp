#include "stdlib/local/local_tool.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "stdlib/local/command.h"
#include "stdlib/local/failure_lines.h"
#include "stdlib/local/libraries.h"
#include "stdlib/local/library_files.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/unpack_first.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr const char* kHadoopFolder = "mapreduce.cluster.local.dir";

/// Adds NAME=VALUE for a home that a setting of the site or of the job names.
void AddHome(const rt::ActionContext& ctx, rt::Setting setting, const std::string& name,
             std::vector<std::string>* variables) {
  const std::string_view home = ctx.site().Text(setting, ctx.configuration());
  if (!home.empty()) {
    variables->push_back(name + "=" + std::string(home));
  }
}

bool IsProgram(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && access(path.c_str(), X_OK) == 0;
}

/// Returns the names in a directory that end with `suffix`, sorted.
std::vector<std::string> NamesIn(const std::string& directory, std::string_view suffix) {
  std::vector<std::string> names;
  if (DIR* entries = opendir(directory.c_str())) {
    while (const dirent* entry = readdir(entries)) {
      if (std::string_view(entry->d_name).ends_with(suffix)) {
        names.emplace_back(entry->d_name);
      }
    }
    closedir(entries);
  }
  std::sort(names.begin(), names.end());
  return names;
}

rt::Result<LocalTool> InHome(const std::string& what, std::string home, const std::string& name) {
  while (home.size() > 1 && home.ends_with('/')) {
    home.pop_back();
  }
  LocalTool tool{home + "/bin/" + name, home};
  if (!IsProgram(tool.program)) {
    return rt::ActionError("no " + name + ": " + what + " is " + home +
                           ", which has no program bin/" + name);
  }
  return tool;
}

}  // namespace

rt::Result<LocalTool> FindLocalTool(const rt::ActionContext& ctx, rt::Setting home,
                                    const std::string& variable, const std::string& name) {
  const std::string setting(rt::SpecOf(home).name);
  const std::string_view said = ctx.site().Text(home, ctx.configuration());
  if (!said.empty()) {
    return InHome(setting, std::string(said), name);
  }
  const char* own = std::getenv(variable.c_str());
  if (own != nullptr && *own != '\0') {
    return InHome(variable, own, name);
  }
  const char* path = std::getenv("PATH");
  std::string_view left = path == nullptr ? std::string_view() : path;
  while (!left.empty()) {
    const std::string_view folder = left.substr(0, left.find(':'));
    left.remove_prefix(folder.size() + (folder.size() < left.size() ? 1 : 0));
    std::string program = std::string(folder) + "/" + name;
    if (folder.starts_with('/') && IsProgram(program)) {
      return LocalTool{std::move(program), ""};
    }
  }
  return rt::ActionError("no " + name + " on this machine: set " + setting + " or " + variable +
                         ", or put it in PATH");
}

rt::Result<void> PlaceLibrary(const rt::ActionContext& ctx, const std::string& directory,
                              const std::vector<std::string>& taken) {
  for (const BundledLibrary& file : OwnLibrary(ctx)) {
    const std::size_t version = file.name.find(".so.");
    for (const std::string& each :
         {file.name, version == std::string::npos ? file.name : file.name.substr(0, version + 3)}) {
      const std::string link = directory + "/" + each;
      if (FileExists(link) || std::find(taken.begin(), taken.end(), each) != taken.end()) {
        continue;
      }
      const auto place = PlaceOfBundled(ctx, *file.file);
      HPDL_TRY(place);
      HPDL_TRY(LinkTo(Absolute(*place), link));
    }
  }
  return {};
}

void AddNativeLibraries(const std::string& directory, std::vector<std::string>* variables) {
  if (NamesIn(directory, ".so").empty()) {
    return;
  }
  for (const char* name : {"LD_LIBRARY_PATH", "JAVA_LIBRARY_PATH"}) {
    const char* own = std::getenv(name);
    const std::string rest = own == nullptr || *own == '\0' ? "" : ":" + std::string(own);
    variables->push_back(std::string(name) + "=" + directory + rest);
  }
}

NamedFiles ToolFilesOf(const rt::ActionContext& ctx, const std::vector<std::string>& job_xml,
                       std::vector<std::string> files, const std::vector<std::string>& archives) {
  NamedFiles named = FilesOf(ctx, job_xml, std::move(files), archives);
  NameLibraries(ctx, {}, &named);
  return named;
}

rt::Result<std::string> PlaceToolFiles(rt::ActionContext& ctx,
                                       const std::vector<std::string>& files,
                                       const std::vector<std::string>& archives,
                                       const std::vector<std::string>& shared) {
  const auto own = ctx.WorkDirectory();
  HPDL_TRY(own);
  // The path must be absolute, because the tool and this program have different working
  // directories.
  std::string directory = Absolute(*own);
  std::vector<std::string> taken;
  for (const std::string& entry : archives) {
    auto archive = ParseFileEntry("archive", entry);
    HPDL_TRY(archive);
    taken.push_back(std::move(archive->name));
  }
  HPDL_TRY(PlaceLibrary(ctx, directory, taken));
  for (const std::string& entry : files) {
    HPDL_TRY(PlaceFile(ctx, entry, directory));
  }
  HPDL_TRY(PlaceLibraries(ctx, shared, directory, taken));
  return directory;
}

rt::Result<void> KeepSecretFiles(const std::map<std::string, std::string>& files,
                                 const std::string& directory,
                                 std::vector<std::string>* secret_files) {
  for (const auto& [name, content] : files) {
    secret_files->push_back(directory + "/" + name);
    HPDL_TRY(KeepFile(secret_files->back(), content, 0600));
  }
  return {};
}

rt::Result<rt::Properties> LocalJobConfiguration(const rt::ActionContext& ctx,
                                                 const std::vector<std::string>& job_xml,
                                                 const Configuration& configuration,
                                                 const ClientSettings& settings) {
  auto result = ClientConfiguration(ctx, job_xml, configuration, settings);
  HPDL_TRY(result);
  for (const char* name :
       {"mapred.job.tracker", "mapreduce.jobtracker.address", "yarn.resourcemanager.address"}) {
    result->erase(name);
  }
  (*result)["mapreduce.framework.name"] = "local";
  if (!result->contains("mapred.local.dir") && !result->contains(kHadoopFolder)) {
    const std::string folder = AttemptPlace(ctx, ".hadoop");
    HPDL_TRY(MakeFolder(folder));
    (*result)[kHadoopFolder] = Absolute(folder);
  }
  return result;
}

std::vector<std::string> ToolVariables(const rt::ActionContext& ctx, const LocalTool& tool,
                                       const std::string& variable) {
  std::vector<std::string> variables = AttemptVariables(ctx);
  AddHome(ctx, rt::Setting::kHadoopHome, "HADOOP_HOME", &variables);
  AddHome(ctx, rt::Setting::kJavaHome, "JAVA_HOME", &variables);
  if (!tool.home.empty()) {
    variables.push_back(variable + "=" + tool.home);
  }
  if (std::getenv("HADOOP_USER_NAME") == nullptr && !ctx.job().user.empty()) {
    variables.push_back("HADOOP_USER_NAME=" + ctx.job().user);
  }
  return variables;
}

std::string ToolClassPath(const std::string& variable, const std::string& directory) {
  std::string entry = variable + "=" + directory;
  for (const std::string& jar : JarsIn(directory)) {
    entry.append(":").append(directory).append("/").append(jar);
  }
  if (const char* own = std::getenv(variable.c_str()); own != nullptr && *own != '\0') {
    entry.append(":").append(own);
  }
  return entry;
}

rt::Result<void> AddClientOptions(const std::vector<std::string>& options,
                                  std::vector<std::string>* variables) {
  const char* own = std::getenv("HADOOP_CLIENT_OPTS");
  std::string all = own == nullptr ? "" : own;
  for (const std::string& option : options) {
    if (option.find_first_of(" \t\n*?[") != std::string::npos) {
      return rt::ActionError(
          "option " + option +
          ": the scripts of Hadoop do not take an option with a blank, *, ? or [");
    }
    all.append(all.empty() ? "" : " ").append(option);
  }
  if (!options.empty()) {
    variables->push_back("HADOOP_CLIENT_OPTS=" + all);
  }
  return {};
}

std::optional<rt::Error> ErrorOfLocalTool(const rt::ExitStatus& status,
                                          const rt::ActionContext& ctx, const std::string& what,
                                          const std::vector<std::string>& secrets) {
  if (auto error = ErrorOfUnpacking(ctx)) {
    return error;
  }
  if (status.signal == 0 && status.code == 0) {
    return std::nullopt;
  }
  const std::string end =
      status.signal != 0 ? SignalText(status.signal) : "exit code " + std::to_string(status.code);
  return rt::ActionError(WithFailureLines(what + ": " + end, ctx, secrets));
}

std::vector<std::string> JarsIn(const std::string& directory) {
  return NamesIn(directory, ".jar");
}

}  // namespace hpdl::stdlib
