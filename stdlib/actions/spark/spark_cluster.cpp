#include "stdlib/actions/spark/spark_cluster.h"

#include <algorithm>
#include <set>

#include "runtime/ground/base/percent.h"
#include "runtime/ground/base/text_parts.h"
#include "stdlib/cluster/job_resources.h"
#include "stdlib/cluster/upload.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr std::int64_t kMostProperties = 4 << 20;

const rt::LocalResource* FindNamed(const ResourceSet& resources, const std::string& name) {
  const auto& all = resources.all();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.name == name; });
  return found == all.end() ? nullptr : &*found;
}

/// True for a jar that Spark itself fetches: its URI has a scheme that does not end in "hdfs".
bool IsElsewhere(std::string_view jar) {
  const std::string_view scheme = rt::SchemeOf(jar);
  return !scheme.empty() && !scheme.ends_with("hdfs");
}

bool IsJar(const rt::LocalResource& each) {
  return !each.archive && (each.name.ends_with(".jar") || each.uri.ends_with(".jar"));
}

bool IsPythonArchive(std::string_view name) {
  return name == "pyspark.zip" || (name.starts_with("py4j-") && name.ends_with("-src.zip"));
}

std::string BaseName(std::string_view path) {
  path = path.substr(0, path.find('#'));
  return std::string(path.substr(path.rfind('/') + 1));
}

/// Returns the names of the files in --py-files.
std::set<std::string> PythonFiles(const SparkOptions& options) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < options.words.size(); ++i) {
    std::string_view list;
    if (options.words[i].starts_with("--py-files=")) {
      list = std::string_view(options.words[i]).substr(std::string_view("--py-files=").size());
    } else if (options.words[i] == "--py-files" && i + 1 < options.words.size()) {
      list = options.words[i + 1];
    }
    for (const std::string& each : rt::SplitList(list)) {
      names.insert(BaseName(each));
    }
  }
  return names;
}

void AppendTo(const std::string& text, std::string* list) {
  list->append(list->empty() ? "" : ",").append(text);
}

}  // namespace

rt::Task<rt::Result<std::string>> AddSparkJar(rt::ActionContext& ctx, const SparkArgs& args,
                                              const SparkMaster& master, rt::FileSystem& files,
                                              const rt::PathBase& base, ResourceSet* resources) {
  if (args.jar.empty()) {
    co_return rt::ActionError("<jar> is empty");
  }
  if (IsElsewhere(args.jar)) {
    co_return args.jar;
  }
  const std::string name = BaseName(args.jar);
  if (!resources->Has(name)) {
    ResourceCollector collector(ctx, files, base, resources);
    HPDL_CO_TRY(co_await collector.Entry("jar", args.jar, false));
  }
  const rt::LocalResource* found = FindNamed(*resources, name);
  if (found == nullptr) {
    co_return rt::ActionError("jar " + args.jar + " does not end with a file name");
  }
  co_return master.cluster() ? found->uri : name;
}

SparkLists ListsOf(const ToolLaunch& spark, std::size_t known, const std::string& jar,
                   const SparkOptions& options) {
  SparkLists lists;
  const std::set<std::string> python = PythonFiles(options);
  const std::string own = BaseName(jar);
  for (std::size_t i = 0; i < std::min(known, spark.resources.all().size()); ++i) {
    const rt::LocalResource& each = spark.resources.all()[i];
    if (!spark.home.empty() && IsPythonArchive(each.name)) {
      continue;
    }
    if (IsPythonArchive(each.name)) {
      AppendTo(each.uri, &lists.python);
    } else if (IsJar(each)) {
      const bool of_spark = spark.home.empty() && i >= spark.own_resources;
      if (of_spark) {
        AppendTo(each.uri, &lists.yarn_jars);
      } else if (each.name != own) {
        lists.jars.push_back(each.uri);
      }
    } else if (i < spark.own_resources && each.name != own && each.name != kSparkDefaults &&
               !python.contains(each.name)) {
      (each.archive ? lists.archives : lists.files)
          .push_back(each.uri + "#" + PercentEncoded(each.name));
    }
  }
  if (!spark.home.empty()) {
    lists.yarn_jars = "local:" + spark.home + "/jars/*";
  }
  return lists;
}

std::vector<std::string> PythonArchives(const ResourceSet& resources) {
  std::vector<std::string> names;
  for (const rt::LocalResource& each : resources.all()) {
    if (IsPythonArchive(each.name)) {
      names.push_back(each.name);
    }
  }
  return names;
}

bool SaysJars(const SparkOptions& options, const rt::Properties& defaults) {
  for (const char* name : {"spark.yarn.jars", "spark.yarn.archive"}) {
    if (options.conf.contains(name) || defaults.contains(name)) {
      return true;
    }
  }
  return false;
}

std::string TagsOf(const std::string& child, const SparkOptions& options,
                   const rt::Properties& defaults) {
  std::string tags = child;
  if (const auto found = options.conf.find("spark.yarn.tags"); found != options.conf.end()) {
    AppendTo(found->second, &tags);
  } else if (const auto set = defaults.find("spark.yarn.tags"); set != defaults.end()) {
    AppendTo(set->second, &tags);
  }
  return tags;
}

namespace {

rt::Task<rt::Result<rt::Properties>> PropertiesIn(const ResourceSet& resources, std::string name,
                                                  const rt::PathBase& base) {
  const rt::LocalResource* found = FindNamed(resources, name);
  if (found == nullptr) {
    co_return rt::Error{rt::ErrorClass::kError, "JA008",
                        "spark-opts: --properties-file " + name +
                            " is neither among the action's files nor in lib/"};
  }
  const auto plain = PercentDecoded(found->uri);
  const rt::Result<rt::FileLocation> at = rt::Locate(plain.value_or(found->uri), base);
  HPDL_CO_TRY(at);
  const rt::Result<std::string> text = co_await at->files->Read(at->path, kMostProperties);
  if (!text) {
    co_return FailureOf(name, text.error());
  }
  co_return ReadSparkProperties(*text, name);
}

}  // namespace

rt::Task<rt::Result<SparkProperties>> PropertiesOf(const ResourceSet& resources,
                                                   const SparkOptions& options, rt::Properties site,
                                                   const rt::PathBase& base) {
  SparkProperties properties;
  properties.merged = std::move(site);
  const std::string& named = options.properties_file;
  // The list has a name, because g++ 12 does not keep a temporary list in the head of a for loop
  // alive across a co_await.
  std::vector<std::string> names;
  if (FindNamed(resources, kSparkDefaults) != nullptr) {
    names.emplace_back(kSparkDefaults);
  }
  if (named.starts_with('/') && FindNamed(resources, named) == nullptr) {
    if (!names.empty() || !properties.merged.empty()) {
      co_return rt::ActionError(
          "spark-opts: --properties-file " + named +
          " is a file on the cluster's nodes; the program cannot merge it with the "
          "spark-defaults.conf of the site or the action; add it to the action's files");
    }
    properties.of_node = named;
  } else if (!named.empty()) {
    names.push_back(named);
  }
  for (const std::string& name : names) {
    std::string copy = name;
    const auto more = co_await PropertiesIn(resources, std::move(copy), base);
    HPDL_CO_TRY(more);
    for (const auto& [key, value] : *more) {
      properties.merged[key] = value;
    }
  }
  co_return properties;
}

}  // namespace hpdl::stdlib
