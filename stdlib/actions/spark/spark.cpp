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
/// What definitions name that were written for Oozie.
constexpr char kLog4jText[] =
    "log4j.rootLogger=INFO,err\n"
    "log4j.appender.err=org.apache.log4j.ConsoleAppender\n"
    "log4j.appender.err.target=System.err\n"
    "log4j.appender.err.layout=org.apache.log4j.PatternLayout\n"
    "log4j.appender.err.layout.ConversionPattern=%d{ISO8601} %p %c{2}: %m%n\n";

Tool SparkTool(std::vector<std::string> options) {
  Tool tool{"spark", kSubmit, rt::Setting::kSparkHome, "jars/*", "SPARK_HOME"};
  tool.options = OpenModules();
  tool.options.insert(tool.options.end(), options.begin(), options.end());
  return tool;
}

/// The driver's own classes come first; what the node's shell would read otherwise stays out.
void AddDriverClasses(const SparkOptions& options, Launch* launch) {
  std::string path = options.driver_class_path;
  if (const auto found = options.conf.find("spark.driver.extraClassPath");
      path.empty() && found != options.conf.end()) {
    path = found->second;
  }
  if (!path.empty() && path.find_first_of("$`\"'\\{}<> ") == std::string::npos) {
    launch->class_path.insert(0, ":" + path);
  }
}

bool NamesHive(const rt::Properties& configuration) {
  return std::any_of(configuration.begin(), configuration.end(),
                     [](const auto& each) { return each.first.starts_with("hive."); });
}

/// Files that Oozie's main class would write.
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

/// The properties file, of the site's defaults and the files that the action has, if there is any.
rt::Task<rt::Result<void>> AddProperties(const rt::PathBase& base, const SparkOptions& options,
                                         rt::Properties properties, ToolLaunch* spark,
                                         SparkAdditions* additions) {
  // A list in the loop's head would live across the waits, which this compiler cannot do.
  const std::vector<std::string> names = {kSparkDefaults, options.properties_file};
  for (const std::string& name : names) {
    if (name.empty() || (name != options.properties_file && !spark->resources.Has(name))) {
      continue;
    }
    const auto more = co_await PropertiesOf(spark->resources, name, base);
    if (!more) {
      co_return more.error();
    }
    for (const auto& [key, value] : *more) {
      properties[key] = value;
    }
  }
  if (!properties.empty()) {
    spark->launch.contents[kProperties] = PropertyText(properties);
    additions->properties_file = kProperties;
  }
  co_return rt::Result<void>();
}

rt::Task<rt::Result<Launch>> Arrange(rt::ActionContext& ctx, const SparkArgs& args,
                                     rt::FileSystem& files, const rt::PathBase& base) {
  const auto options = ReadSparkOptions(args.spark_opts.value_or(""));
  if (!options) {
    co_return options.error();
  }
  const SparkMaster master = MasterOf(args, *options);
  const std::string tracker = args.job_tracker.value_or(GlobalOf(ctx).job_tracker.value_or(""));
  const auto defaults = SiteDefaults(ctx, tracker);
  if (!defaults) {
    co_return defaults.error();
  }
  auto driver = DriverOptions(master.cluster() ? SparkOptions() : *options, *defaults);
  if (!driver) {
    co_return driver.error();
  }
  Tool tool = SparkTool(std::move(*driver));
  auto spark = co_await BeginTool(ctx, ToolElementsOf(args), std::move(tool), files, base);
  if (!spark) {
    co_return spark.error();
  }
  const std::size_t known = spark->resources.all().size();
  SparkAdditions additions;
  const auto jar = co_await AddSparkJar(ctx, args, master, files, base, &spark->resources);
  if (!jar) {
    co_return jar.error();
  }
  additions.jar = *jar;
  additions.conf = OozieConf(spark->configuration);
  const SparkLists lists = ListsOf(*spark, known, *jar, *options);
  if (master.yarn()) {
    additions.conf.push_back("spark.yarn.tags=" + TagsOf(ChildTag(ctx), *options, *defaults));
    const bool said = SaysJars(*options, *defaults);
    if (!said && !lists.yarn_jars.empty()) {
      additions.conf.push_back("spark.yarn.jars=" + lists.yarn_jars);
    }
    additions.jars = lists.jars;
    additions.files = lists.files;
    additions.archives = lists.archives;
  }
  const rt::Result<void> added =
      co_await AddProperties(base, *options, *defaults, &*spark, &additions);
  if (!added) {
    co_return added.error();
  }
  AddContents(master, &*spark, &additions);
  Launch launch = std::move(spark->launch);
  launch.resources = spark->resources.all();
  if (!master.cluster()) {
    AddDriverClasses(*options, &launch);
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
