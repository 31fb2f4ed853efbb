#ifndef HPDL_STDLIB_ACTIONS_SPARK_SPARK_CLUSTER_H_
#define HPDL_STDLIB_ACTIONS_SPARK_SPARK_CLUSTER_H_

#include <string>
#include <vector>

#include "stdlib/actions/spark/spark_command.h"
#include "stdlib/cluster/tool.h"

/// The files of a spark action in the cluster, and the part of them that Spark itself must bring to
/// its containers.
namespace hpdl::stdlib {

inline constexpr const char* kSparkDefaults = "spark-defaults.conf";

/// Adds the application's own jar or script to the resources, and returns the jar's name for Spark.
/// In cluster mode this is the jar's URI, otherwise the name in the launcher's container. If Spark
/// fetches the jar itself, or the nodes have it, <jar> is returned unchanged. Fails with the errors
/// of ResourceCollector::Entry().
rt::Task<rt::Result<std::string>> AddSparkJar(rt::ActionContext& ctx, const SparkArgs& args,
                                              const SparkMaster& master, rt::FileSystem& files,
                                              const rt::PathBase& base, ResourceSet* resources);

/// The files that Spark brings to its own containers.
struct SparkLists {
  std::vector<std::string> jars, files, archives;  ///< URIs; files and archives have #NAME
  std::string yarn_jars;                           ///< spark.yarn.jars: the jars of Spark itself
  std::string python;                              ///< the URIs of Spark's archives for Python
};
/// Puts the first `known` resources of the launch into the lists of SparkLists. Resources of the
/// action go to `jars`, `files` and `archives`. Jars of the libraries go to `yarn_jars`, unless
/// Spark is installed on the nodes. `jar` is the application's own jar.
SparkLists ListsOf(const ToolLaunch& spark, std::size_t known, const std::string& jar,
                   const SparkOptions& options);

/// Returns the names of Spark's archives for Python that are among the resources.
std::vector<std::string> PythonArchives(const ResourceSet& resources);

/// True if options or defaults name the place of Spark's own jars.
bool SaysJars(const SparkOptions& options, const rt::Properties& defaults);

/// Returns spark.yarn.tags: the tag of child jobs, and the tags in options or defaults.
std::string TagsOf(const std::string& child, const SparkOptions& options,
                   const rt::Properties& defaults);

/// The properties that are passed to Spark.
struct SparkProperties {
  rt::Properties merged;
  /// The path of a properties file on the nodes, or "". If it is not "", Spark uses this file in
  /// place of `merged`. Only the nodes can read the file.
  std::string of_node;
};
/// Merges three sources: the properties `site`, the file spark-defaults.conf among the resources,
/// and the file that `options` name. The later source wins. An absolute path that is not a resource
/// is a file of the nodes. Fails with "JA018" if a file of the nodes would have to be merged with
/// other sources. Fails with "JA008" for a name that is not a resource.
rt::Task<rt::Result<SparkProperties>> PropertiesOf(const ResourceSet& resources,
                                                   const SparkOptions& options, rt::Properties site,
                                                   const rt::PathBase& base);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SPARK_SPARK_CLUSTER_H_
