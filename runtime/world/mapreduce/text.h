#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_TEXT_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_TEXT_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

/// The encodings of Hadoop's Text, and the syntax of the commands and lines of Hadoop streaming.
namespace hpdl::rt::mapreduce {

/// Returns the hash code of a Text: the hash takes bytes as signed numbers and wraps at 32 bits.
std::int32_t HashOfText(std::string_view bytes);

/// Returns the number of the reducer for a key, by the rule of Hadoop's HashPartitioner.
std::uint32_t HashPartition(std::string_view key, std::uint32_t partitions);

/// Returns the number of bytes that the number `value` takes in Hadoop's variable-length encoding.
inline std::size_t VIntSize(std::uint64_t value) {
  return value <= 127 ? 1 : 1 + (static_cast<std::size_t>(std::bit_width(value)) + 7) / 8;
}
/// Returns the number of bytes that a Text takes in Hadoop's encoding: its length, then its bytes.
inline std::size_t TextSize(std::string_view text) {
  return VIntSize(text.size()) + text.size();
}

/// Decodes application/x-www-form-urlencoded text: %XX is a byte, '+' is a blank. Returns error
/// kError "JA018" if two hex digits do not follow a '%'.
Result<std::string> UrlDecode(std::string_view text);

/// Splits a streaming command into words. Blanks separate words; other white space does not. Blanks
/// between two quotes (' or ") belong to the word between the quotes. Each quote ends the word
/// before it. Empty words are dropped. There are no escapes.
std::vector<std::string> SplitCommand(std::string_view command);

/// The rule that splits a line into key and value at the `fields`-th separator.
struct KeyRule {
  std::string separator = "\t";
  int fields = 1;
};
struct KeyValue {
  std::string_view key, value;
};
/// Splits a line. If the line has too few separators, the whole line is the key.
KeyValue SplitKeyValue(std::string_view line, const KeyRule& rule);

/// Returns the name of a configuration property as an environment variable: each character that is
/// not an ASCII letter or digit becomes '_'.
std::string EnvironmentName(std::string_view property);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_TEXT_H_
