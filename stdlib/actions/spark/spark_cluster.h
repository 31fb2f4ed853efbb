#ifndef HPDL_STDLIB_ACTIONS_SPARK_SPARK_CLUSTER_H_
#define HPDL_STDLIB_ACTIONS_SPARK_SPARK_CLUSTER_H_

#include <string>
#include <vector>

#include "stdlib/actions/spark/spark_command.h"
#include "stdlib/cluster/tool.h"

/// The files of a spark action in the cluster: which of them Spark itself has to bring to its
/// containers.
namespace hpdl::stdlib {

inline constexpr const char* kSparkDefaults = "spark-defaults.conf";

/// The application's own jar or script among the resources, as Spark is to find it: by its name in
/// the launcher's container, or for a driver that runs elsewhere by its URI. What Spark gets from
/// elsewhere, or nodes have, stays as it is. Errors: those of ResourceCollector::Entry().
rt::Task<rt::Result<std::string>> AddSparkJar(rt::ActionContext& ctx, const SparkArgs& args,
                                              const SparkMaster& master, rt::FileSystem& files,
                                              const rt::PathBase& base, ResourceSet* resources);

/// What Spark's own containers get.
struct SparkLists {
  std::vector<std::string> jars, files, archives;  ///< URIs; with #NAME but for jars
  std::string yarn_jars;                           ///< spark.yarn.jars: Spark itself
  std::string python;                              ///< Spark's archives of Python, by their URIs
};
/// Of the first `known` resources: those of the action go to --jars, --files and --archives;
/// libraries are Spark itself, unless it is on the nodes. `jar` is the application's own.
SparkLists ListsOf(const ToolLaunch& spark, std::size_t known, const std::string& jar,
                   const SparkOptions& options);

/// The names of Spark's archives for Python, if they are among the resources.
std::vector<std::string> PythonArchives(const ResourceSet& resources);

/// Whether options or defaults say where Spark's own jars are.
bool SaysJars(const SparkOptions& options, const rt::Properties& defaults);

/// spark.yarn.tags: that of children, and those that options or defaults say.
std::string TagsOf(const std::string& child, const SparkOptions& options,
                   const rt::Properties& defaults);

/// What Spark gets as its properties.
struct SparkProperties {
  rt::Properties merged;
  std::string of_node;  ///< in their place: a file of the nodes that only they can read
};
/// `site` with spark-defaults.conf among the resources and the file that options name, the later
/// one wins. An absolute path that is none of the resources is of the nodes, and cannot be put
/// together with others: "JA018". "JA008" for a name that is none of theirs.
rt::Task<rt::Result<SparkProperties>> PropertiesOf(const ResourceSet& resources,
                                                   const SparkOptions& options, rt::Properties site,
                                                   const rt::PathBase& base);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SPARK_SPARK_CLUSTER_H_
