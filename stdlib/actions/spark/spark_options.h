#ifndef HPDL_STDLIB_ACTIONS_SPARK_SPARK_OPTIONS_H_
#define HPDL_STDLIB_ACTIONS_SPARK_SPARK_OPTIONS_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "stdlib/core/spark_option_text.h"

namespace hpdl::stdlib {

/// Splits <spark-opts> with TakeApartSparkOptions() and returns the options. Fails with "JA018" for
/// a text that does not begin with an option.
rt::Result<std::vector<SparkOption>> SplitSparkOptions(std::string_view text);

/// The options in <spark-opts>.
struct SparkOptions {
  std::vector<std::string> words;  ///< words that are passed on unchanged
  /// Lists separated by commas. The action adds entries to them.
  std::string jars, files, archives;
  std::string properties_file;
  /// The properties of --conf. If a name occurs twice, the last property is used. All properties
  /// except spark.yarn.tags are in `words` too.
  std::map<std::string, std::string> conf;
  /// The values of --driver-memory, --driver-class-path and --driver-java-options. `words` has
  /// these options, too.
  std::string driver_memory, driver_class_path, driver_java_options;
};

/// Splits <spark-opts> and reads the options that the action uses. Fails with the errors of
/// SplitSparkOptions(), and with "JA018" if an option that the action uses has no value.
rt::Result<SparkOptions> ReadSparkOptions(std::string_view text);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SPARK_SPARK_OPTIONS_H_
