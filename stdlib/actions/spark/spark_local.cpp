#include "stdlib/actions/spark/spark_local.h"

#include "runtime/world/files/resolve_path.h"
#include "stdlib/actions/spark/spark.kind.h"
#include "stdlib/actions/spark/spark_command.h"
#include "stdlib/actions/spark/spark_options.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/local_tool.h"
#include "stdlib/local/property_text.h"
#include "stdlib/local/remote_files.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/unpack_first.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr char kProperties[] = "hpdl-spark.properties";

/// Returns the path of `jar` on this machine. Returns `jar` unchanged if Spark itself fetches it.
rt::Result<std::string> JarHere(const rt::ActionContext& ctx, const std::string& jar,
                                const std::string& work) {
  const std::string name = jar.substr(jar.rfind('/') + 1);
  if (IsPlainName(jar) && FileExists(work + "/" + jar)) {
    return jar;
  }
  if (const hpdl_file* file = BundledFile(ctx, jar)) {
    const auto place = PlaceOfBundled(ctx, *file);
    HPDL_TRY(place);
    return Absolute(*place);
  }
  if (const std::string fetched = FetchedPath(ctx, jar); !fetched.empty()) {
    return Absolute(fetched);
  }
  const std::string_view scheme = rt::SchemeOf(jar);
  if (!scheme.empty() && scheme != "file") {
    return jar;
  }
  return LocalPathOf("jar", jar);
}

/// Returns the master for local mode. `local[*]` replaces yarn; other masters stay. A local master
/// has no mode.
SparkMaster MasterHere(SparkMaster master) {
  if (master.yarn()) {
    master.master = "local[*]";
  }
  if (master.master.starts_with("local")) {
    master.mode.clear();
  }
  return master;
}

/// Merges spark-defaults.conf of the site, spark-defaults.conf among the action's files, and the
/// file that spark-opts name. The later file wins.
rt::Result<rt::Properties> PropertiesHere(const rt::ActionContext& ctx, const SparkArgs& args,
                                          const SparkOptions& options, const std::string& work) {
  auto properties = SiteDefaults(ctx, args.job_tracker.value_or(""));
  HPDL_TRY(properties);
  for (const std::string& name : {std::string("spark-defaults.conf"), options.properties_file}) {
    const std::string path = name.starts_with('/') ? name : work + "/" + name;
    if (name.empty() || (name != options.properties_file && !FileExists(path))) {
      continue;
    }
    const auto text = ReadWholeFile(path);
    if (!text) {
      return rt::ActionError("spark-opts: --properties-file " + text.error().message);
    }
    const auto more = ReadSparkProperties(*text, name);
    HPDL_TRY(more);
    for (const auto& [key, value] : *more) {
      (*properties)[key] = value;
    }
  }
  return properties;
}

rt::Result<rt::Command> Arrange(rt::ActionContext& ctx, const SparkArgs& args) {
  const auto options = ReadSparkOptions(args.spark_opts.value_or(""));
  HPDL_TRY(options);
  const auto configuration = ClientConfiguration(ctx, args.job_xml, args.configuration,
                                                 {args.name_node, args.job_tracker, ctx.tag()});
  HPDL_TRY(configuration);
  const auto tool = FindLocalTool(ctx, rt::Setting::kSparkHome, "SPARK_HOME", "spark-submit");
  HPDL_TRY(tool);
  const auto work = PlaceToolFiles(ctx, args.files, args.archives);
  HPDL_TRY(work);
  auto jar = JarHere(ctx, args.jar, *work);
  HPDL_TRY(jar);
  const auto properties = PropertiesHere(ctx, args, *options, *work);
  HPDL_TRY(properties);
  SparkAdditions additions;
  additions.jar = std::move(*jar);
  additions.conf = OozieConf(*configuration);
  if (!properties->empty()) {
    HPDL_TRY(KeepFile(*work + "/" + kProperties, PropertyText(*properties), 0600));
    additions.properties_file = kProperties;
  }
  const std::string own = additions.jar.substr(additions.jar.rfind('/') + 1);
  for (const std::string& name : JarsIn(*work)) {
    if (name != own) {
      additions.jars.push_back(name);
    }
  }
  rt::Command command;
  command.directory = *work;
  command.environment = ToolVariables(ctx, *tool, "SPARK_HOME");
  command.argv = {tool->program};
  for (std::string& word :
       SparkWords(args, MasterHere(MasterOf(args, *options)), *options, additions)) {
    command.argv.push_back(std::move(word));
  }
  if (!args.archives.empty()) {
    HPDL_TRY(UnpackFirst(ctx, "spark", args.archives, &command));
  }
  return command;
}

}  // namespace

rt::Task<rt::Outcome> RunSparkHere(rt::ActionContext& ctx) {
  const SparkArgs args = DecodeArgs<SparkArgs>(kSparkKind, ctx.shape(), ctx.args());
  std::vector<std::string> named = args.files;
  const std::string_view scheme = rt::SchemeOf(args.jar);
  if (args.jar.find('/') != std::string::npos && (scheme.empty() || scheme.ends_with("hdfs"))) {
    named.push_back(args.jar);
  }
  LocalCommand command{"spark", NameNodeOf(ctx, args.name_node),
                       ToolFilesOf(ctx, args.job_xml, std::move(named), args.archives),
                       args.prepare};
  command.arrange = [&] { return Arrange(ctx, args); };
  command.error_of = [&](const rt::ExitStatus& status) {
    return ErrorOfLocalTool(status, ctx, "spark");
  };
  co_return co_await RunLocalCommand(ctx, std::move(command));
}

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_local_kind_spark;
const hpdl_kind hpdl_local_kind_spark = {.name = "spark",
                                         .run = hpdl::stdlib::RunSparkHere,
                                         .needs_local = true,
                                         .worker = hpdl::stdlib::UnpackWorker};
