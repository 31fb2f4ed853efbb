#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_SETTINGS_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_SETTINGS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"
#include "runtime/world/mapreduce/input.h"
#include "runtime/world/mapreduce/text.h"

namespace hpdl::rt::mapreduce {

/// The rule that makes the keys and values of a mapper from lines.
enum class InputFormat : std::uint8_t {
  kText,      ///< the key is the offset of a line, the value is the line
  kKeyValue,  ///< key and value are the parts of a line around its first separator
  kNLine,     ///< like kText, but a task gets lines_per_map lines
};

/// The settings of a streaming job, from its configuration. A command is a list of words, not shell
/// text.
struct JobSettings {
  std::vector<std::string> inputs;  ///< absolute paths, globs allowed
  std::string output;               ///< absolute
  std::vector<std::string> mapper;
  std::vector<std::string> combiner;  ///< empty: no combiner
  std::vector<std::string> reducer;   ///< empty: the input becomes the output
  /// The number of reduce tasks; 0: the output of the mappers is the output of the job.
  std::uint32_t reduces = 1;
  SplitRules splits;
  InputFormat format = InputFormat::kText;
  std::int64_t lines_per_map = 1;  ///< used only by kNLine
  bool ignore_key = true;          ///< the mapper gets no keys
  std::string record_delimiter;    ///< empty: LF, CR and CR LF end records
  /// The separator for kKeyValue. Only its first byte is used.
  std::string key_value_separator = "\t";
  std::string map_input_separator = "\t", reduce_input_separator = "\t";
  KeyRule map_output, reduce_output;
  std::string output_separator = "\t";
  bool failing_exit = true;             ///< an exit code other than 0 fails the task
  bool mark_success = true;             ///< write an empty file _SUCCESS
  std::size_t sort_memory = 100 << 20;  ///< bytes for sorting in each map task
  std::size_t fan_in = 100;
  /// If a map task merges at least this number of spills, it calls the combiner once more during
  /// the merge.
  int combine_again = 3;
  std::string reporter_prefix = "reporter:";  ///< the beginning of reporter lines on stderr
  /// Further environment variables for the commands (stream.addenvironment).
  std::vector<std::pair<std::string, std::string>> environment;
};

/// Returns the current Hadoop name of a property; the same name if Hadoop did not rename it.
std::string_view CurrentName(std::string_view property);
/// Returns the former name of a property; "" if it has no former name.
std::string_view FormerName(std::string_view property);
/// Returns all properties under their current names. If a property is set under its former and its
/// current name, the value of the current name is used.
Properties WithCurrentNames(const Properties& configuration);

/// Reads the job's settings. `configuration` must have expanded values, absolute paths and current
/// names. Returns error "JA018" if a setting is missing, is not a number, is out of range, or needs
/// Java classes.
Result<JobSettings> ReadSettings(const Properties& configuration);

/// Splits mapreduce.input.fileinputformat.inputdir into its paths. Commas outside of {} separate
/// paths; '\,' is a comma within a path.
std::vector<std::string> SplitPaths(std::string_view paths);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_SETTINGS_H_
