#ifndef HPDL_STDLIB_ACTIONS_SPARK_SPARK_COMMAND_H_
#define HPDL_STDLIB_ACTIONS_SPARK_SPARK_COMMAND_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/spark/spark.kind.h"
#include "stdlib/actions/spark/spark_options.h"

namespace hpdl::stdlib {

/// The place where a Spark application runs.
struct SparkMaster {
  std::string master;  ///< "yarn", "local[2]", "spark://host:7077"
  std::string mode;    ///< "client" or "cluster"; "": not given
  bool yarn() const { return master == "yarn"; }
  bool cluster() const { return mode == "cluster"; }
};

/// Returns <master> and <mode>, or the values in spark-opts, which win. The masters "yarn-client"
/// and "yarn-cluster" of Spark 1 mean yarn in client mode and yarn in cluster mode.
SparkMaster MasterOf(const SparkArgs& args, const SparkOptions& options);

/// The values that the action passes to spark-submit in addition to the values of its elements.
struct SparkAdditions {
  std::string jar;  ///< the jar's name or URI for spark-submit
  std::vector<std::string> jars, files, archives;
  std::string properties_file;    ///< "": no file
  std::vector<std::string> conf;  ///< each entry is NAME=VALUE; spark-opts win over `conf`
};

/// Returns the arguments of spark-submit.
std::vector<std::string> SparkWords(const SparkArgs& args, const SparkMaster& master,
                                    const SparkOptions& options, const SparkAdditions& additions);

/// Returns spark.oozie.NAME=VALUE for each property oozie.NAME of the action. Leaves out
/// oozie.launcher* and oozie.spark*.
std::vector<std::string> OozieConf(const rt::Properties& configuration);

/// Returns the properties in the site's spark-defaults.conf for the action's cluster
/// (oozie.service.SparkConfigurationService.spark.configurations). Returns no properties if the
/// file does not exist. Fails with "JA018" if the file cannot be read.
rt::Result<rt::Properties> SiteDefaults(const rt::ActionContext& ctx,
                                        const std::string& job_tracker);

/// Parses a properties file of Spark. A failure is error "JA018", whose message names `what` and
/// the line.
rt::Result<rt::Properties> ReadSparkProperties(std::string_view text, const std::string& what);

/// Returns the value of --driver-class-path or of spark.driver.extraClassPath, or "" if neither is
/// set. In client mode the class path of the driver's JVM begins with these entries.
std::string DriverClassPath(const SparkOptions& options, const rt::Properties& properties);

/// Returns the options of the driver's JVM in client mode, as spark-submit would take them from its
/// options and `defaults`. Fails with "JA018" for a quote that is not closed, or for a value that
/// is not a memory size.
rt::Result<std::vector<std::string>> DriverOptions(const SparkOptions& options,
                                                   const rt::Properties& defaults);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SPARK_SPARK_COMMAND_H_
