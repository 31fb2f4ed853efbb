#include <algorithm>
#include <utility>

#include "stdlib/actions/spark/spark_cluster.h"
#include "stdlib/actions/spark/spark_command.h"
#include "stdlib/actions/spark/spark_local.h"
#include "stdlib/actions/spark/spark_options.h"
#include "stdlib/cluster/tool.h"
#include "stdlib/core/resource_manager.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/property_text.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/unpack_first.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr char kSubmit[] = "org.apache.spark.deploy.SparkSubmit";
constexpr char kProperties[] = "hpdl-spark.properties";
constexpr char kHiveSite[] = "hive-site.xml";
constexpr char kLog4j[] = "spark-log4j.properties";
/// The content of the file kLog4j. Definitions that were written for Oozie refer to a file with
/// this name.
constexpr char kLog4jText[] =
    "log4j.rootLogger=INFO,err\n"
    "log4j.appender.err=org.apache.log4j.ConsoleAppender\n"
    "log4j.appender.err.target=System.err\n"
    "log4j.appender.err.layout=org.apache.log4j.PatternLayout\n"
    "log4j.appender.err.layout.ConversionPattern=%d{ISO8601} %p %c{2}: %m%n\n";

Tool SparkTool() {
  Tool tool{"spark", kSubmit, rt::Setting::kSparkHome, "jars/*", "SPARK_HOME"};
  tool.options = OpenModules();
  return tool;
}

/// Puts the driver's class path before the launch's class path. Leaves the driver's class path out
/// if it has a character that the node's shell would interpret.
void AddDriverClasses(const SparkOptions& options, const rt::Properties& properties,
                      Launch* launch) {
  const std::string path = DriverClassPath(options, properties);
  if (!path.empty() && path.find_first_of("$`\"'\\{}<> ") == std::string::npos) {
    launch->class_path.insert(0, ":" + path);
  }
}

bool NamesHive(const rt::Properties& configuration) {
  return std::any_of(configuration.begin(), configuration.end(),
                     [](const auto& each) { return each.first.starts_with("hive."); });
}

/// Adds the files that Oozie's main class would write.
void AddContents(const SparkMaster& master, ToolLaunch* spark, SparkAdditions* additions) {
  std::map<std::string, std::string>& contents = spark->launch.contents;
  if (!spark->resources.Has(kLog4j)) {
    contents[kLog4j] = kLog4jText;
  }
  if (!spark->resources.Has(kHiveSite) && NamesHive(spark->configuration)) {
    contents[kHiveSite] = ConfigurationXml(spark->configuration);
  }
  if (master.yarn() && master.cluster()) {
    for (const auto& [name, content] : contents) {
      additions->files.push_back(name);
    }
  }
}

void SetVariables(const ToolLaunch& spark, const std::string& python, Launch* launch) {
  std::vector<LaunchWord>& environment = launch->description.environment;
  if (spark.home.empty()) {
    environment.push_back({"SPARK_HOME=" + InContainer("PWD"), true});
  }
  const std::vector<std::string> archives = PythonArchives(spark.resources);
  if (archives.empty()) {
    return;
  }
  std::string path;
  for (const std::string& name : archives) {
    path += InContainer("PWD") + "/" + name + ":";
  }
  environment.push_back({"PYTHONPATH=" + path + InContainer("PYTHONPATH"), true});
  environment.push_back({"PYSPARK_ARCHIVES_PATH=" + python});
}

/// Inserts `options` for the driver's JVM after the options of OpenModules(), which every tool's
/// JVM has. The action's own options come later and win.
void AddJavaOptions(const std::vector<std::string>& options, Launch* launch) {
  std::vector<LaunchWord> words;
  for (const std::string& option : options) {
    words.push_back({option});
  }
  std::vector<LaunchWord>& command = launch->description.command;
  const auto place = command.begin() + 1 + static_cast<std::ptrdiff_t>(OpenModules().size());
  command.insert(place, words.begin(), words.end());
}

rt::Task<rt::Result<Launch>> Arrange(rt::ActionContext& ctx, const SparkArgs& args,
                                     rt::FileSystem& files, const rt::PathBase& base) {
  const auto options = ReadSparkOptions(args.spark_opts.value_or(""));
  HPDL_CO_TRY(options);
  const SparkMaster master = MasterOf(args, *options);
  const std::string tracker = args.job_tracker.value_or(GlobalOf(ctx).job_tracker.value_or(""));
  auto site = SiteDefaults(ctx, tracker);
  HPDL_CO_TRY(site);
  Tool tool = SparkTool();
  auto spark = co_await BeginTool(ctx, ToolElementsOf(args), std::move(tool), files, base);
  HPDL_CO_TRY(spark);
  const auto properties = co_await PropertiesOf(spark->resources, *options, std::move(*site), base);
  HPDL_CO_TRY(properties);
  const rt::Properties& merged = properties->merged;
  const auto driver = master.cluster() ? DriverOptions({}, {}) : DriverOptions(*options, merged);
  HPDL_CO_TRY(driver);
  const std::size_t known = spark->resources.all().size();
  SparkAdditions additions;
  const auto jar = co_await AddSparkJar(ctx, args, master, files, base, &spark->resources);
  HPDL_CO_TRY(jar);
  additions.jar = *jar;
  additions.conf = OozieConf(spark->configuration);
  const SparkLists lists = ListsOf(*spark, known, *jar, *options);
  if (master.yarn()) {
    additions.conf.push_back("spark.yarn.tags=" + TagsOf(ChildTag(ctx), *options, merged));
    const bool said = SaysJars(*options, merged);
    if (!said && !lists.yarn_jars.empty()) {
      additions.conf.push_back("spark.yarn.jars=" + lists.yarn_jars);
    }
    additions.jars = lists.jars;
    additions.files = lists.files;
    additions.archives = lists.archives;
  }
  additions.properties_file = properties->of_node;
  if (!merged.empty()) {
    spark->launch.contents[kProperties] = PropertyText(merged);
    additions.properties_file = kProperties;
  }
  AddContents(master, &*spark, &additions);
  Launch launch = std::move(spark->launch);
  launch.resources = spark->resources.all();
  AddJavaOptions(*driver, &launch);
  if (!master.cluster()) {
    AddDriverClasses(*options, merged, &launch);
  }
  SetVariables(*spark, lists.python, &launch);
  for (std::string& word : SparkWords(args, master, *options, additions)) {
    launch.description.command.push_back({std::move(word)});
  }
  co_return launch;
}

rt::Task<rt::Outcome> RunSpark(rt::ActionContext& ctx) {
  if (ctx.local()) {
    co_return co_await RunSparkHere(ctx);
  }
  const SparkArgs args = DecodeArgs<SparkArgs>(kSparkKind, ctx.shape(), ctx.args());
  NamedFiles fetched = FilesOf(ctx, args.job_xml, {}, {});
  co_return co_await RunTool(ctx, args, "spark", std::move(fetched), &Arrange);
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_spark;
const hpdl_kind hpdl_kind_spark = {
    .name = "spark",
    .run = hpdl::stdlib::RunSpark,
    .worker = hpdl::stdlib::UnpackWorker,
    .is_resource_manager = &hpdl::stdlib::IsResourceManager<hpdl::stdlib::kSparkKind>};
