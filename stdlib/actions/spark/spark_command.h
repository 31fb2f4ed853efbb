#ifndef HPDL_STDLIB_ACTIONS_SPARK_SPARK_COMMAND_H_
#define HPDL_STDLIB_ACTIONS_SPARK_SPARK_COMMAND_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/spark/spark.kind.h"
#include "stdlib/actions/spark/spark_options.h"

namespace hpdl::stdlib {

/// Where a Spark application runs.
struct SparkMaster {
  std::string master;  ///< "yarn", "local[2]", "spark://host:7077"
  std::string mode;    ///< "client", "cluster"; "" where nobody says it
  bool yarn() const { return master == "yarn"; }
  bool cluster() const { return mode == "cluster"; }
};

/// <master> and <mode>, and what spark-opts say in their place; "yarn-client" and "yarn-cluster" of
/// Spark 1 mean yarn in that mode.
SparkMaster MasterOf(const SparkArgs& args, const SparkOptions& options);

/// What the action adds to its elements.
struct SparkAdditions {
  std::string jar;  ///< as spark-submit is to find it
  std::vector<std::string> jars, files, archives;
  std::string properties_file;    ///< "" for none
  std::vector<std::string> conf;  ///< NAME=VALUE; what spark-opts say wins
};

/// The words behind spark-submit.
std::vector<std::string> SparkWords(const SparkArgs& args, const SparkMaster& master,
                                    const SparkOptions& options, const SparkAdditions& additions);

/// Properties of the action that Spark gets: oozie.NAME but those of the launcher and of Spark, as
/// spark.oozie.NAME=VALUE.
std::vector<std::string> OozieConf(const rt::Properties& configuration);

/// spark-defaults.conf of the site for the action's cluster
/// (oozie.service.SparkConfigurationService.spark.configurations); none if there is none. "JA018"
/// if it cannot be read.
rt::Result<rt::Properties> SiteDefaults(const rt::ActionContext& ctx,
                                        const std::string& job_tracker);

/// A properties file of Spark's. "JA018" with `what` and the line.
rt::Result<rt::Properties> ReadSparkProperties(std::string_view text, const std::string& what);

/// What stands before the driver's class path in client mode; "" for nothing.
std::string DriverClassPath(const SparkOptions& options, const rt::Properties& properties);

/// The driver's JVM in client mode: what spark-submit would give it by its options and `defaults`.
/// "JA018" for a quote in its options that is not closed, or a memory that is none.
rt::Result<std::vector<std::string>> DriverOptions(const SparkOptions& options,
                                                   const rt::Properties& defaults);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SPARK_SPARK_COMMAND_H_
