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

/// How lines become the keys and values of a mapper.
enum class InputFormat : std::uint8_t {
  kText,      ///< the offset of a line, and the line
  kKeyValue,  ///< a line, split at its first separator
  kNLine,     ///< as kText; a task gets so many lines
};

/// A streaming job as its configuration asks for it. Commands are words, not shell text.
struct JobSettings {
  std::vector<std::string> inputs;  ///< absolute paths, globs allowed
  std::string output;               ///< absolute
  std::vector<std::string> mapper;
  std::vector<std::string> combiner;  ///< empty: none
  std::vector<std::string> reducer;   ///< empty: what comes in goes out
  std::uint32_t reduces = 1;          ///< 0: the output of the mappers is that of the job
  SplitRules splits;
  InputFormat format = InputFormat::kText;
  std::int64_t lines_per_map = 1;          ///< of kNLine
  bool ignore_key = true;                  ///< the mapper gets no keys
  std::string record_delimiter;            ///< empty: LF, CR and CR LF
  std::string key_value_separator = "\t";  ///< of kKeyValue; its first byte counts
  std::string map_input_separator = "\t", reduce_input_separator = "\t";
  KeyRule map_output, reduce_output;
  std::string output_separator = "\t";
  bool failing_exit = true;             ///< an exit code other than 0 fails the task
  bool mark_success = true;             ///< an empty file _SUCCESS
  std::size_t sort_memory = 100 << 20;  ///< bytes of each map task
  std::size_t fan_in = 100;
  int combine_again = 3;                      ///< spills of a map task
  std::string reporter_prefix = "reporter:";  ///< of lines of standard error
  /// More variables for the commands.
  std::vector<std::pair<std::string, std::string>> environment;
};

/// The name that Hadoop has had for a property since it renamed them, or the same name.
std::string_view CurrentName(std::string_view property);
/// The older name of a property, or nothing.
std::string_view FormerName(std::string_view property);
/// All properties by their current names. Where both names are given, the current one counts.
Properties WithCurrentNames(const Properties& configuration);

/// Reads the job's settings; values are expanded, paths are absolute, names current. "JA018" for
/// what is missing, no number, out of range, or needs Java classes.
Result<JobSettings> ReadSettings(const Properties& configuration);

/// The paths of mapreduce.input.fileinputformat.inputdir: separated by commas outside of {}; '\'
/// takes the meaning from a comma.
std::vector<std::string> SplitPaths(std::string_view paths);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_SETTINGS_H_
