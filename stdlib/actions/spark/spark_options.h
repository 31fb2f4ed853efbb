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

/// TakeApartSparkOptions(). "JA018" for a quote that is not closed, and for a text that does not
/// begin with an option.
rt::Result<std::vector<SparkOption>> SplitSparkOptions(std::string_view text);

/// What <spark-opts> say.
struct SparkOptions {
  std::vector<std::string> words;     ///< what is handed on as it is
  std::string jars, files, archives;  ///< lists with commas: the action has more to add to them
  std::string properties_file;
  std::map<std::string, std::string> conf;  ///< of --conf, the last of a name; in `words` too, but
                                            ///< for spark.yarn.tags
  std::string driver_memory, driver_class_path, driver_java_options;  ///< options, in `words` too
};

/// SplitSparkOptions(), and what the action has to know of them. "JA018" also for one of these
/// options without its value.
rt::Result<SparkOptions> ReadSparkOptions(std::string_view text);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SPARK_SPARK_OPTIONS_H_
