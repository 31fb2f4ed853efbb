#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_TEXT_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_TEXT_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

/// The small rules of Hadoop's texts and of streaming's command lines.
namespace hpdl::rt::mapreduce {

/// Hash code of a Text: over the bytes as signed numbers, wrapping at 32 bits.
std::int32_t HashOfText(std::string_view bytes);

/// The reducer that a key goes to: Hadoop's HashPartitioner.
std::uint32_t HashPartition(std::string_view key, std::uint32_t partitions);

/// Bytes that Hadoop's variable-length encoding needs for a length.
inline std::size_t VIntSize(std::uint64_t value) {
  return value <= 127 ? 1 : 1 + (static_cast<std::size_t>(std::bit_width(value)) + 7) / 8;
}
/// Bytes of a Text as Hadoop writes it: its length and itself.
inline std::size_t TextSize(std::string_view text) {
  return VIntSize(text.size()) + text.size();
}

/// application/x-www-form-urlencoded: %XX is a byte, '+' a blank. `kError` "JA018" for a '%'
/// without two hex digits.
Result<std::string> UrlDecode(std::string_view text);

/// The words of a streaming command: separated by blanks (no other white space), kept together by '
/// or ". Quotes also end a word; empty ones are no word; there are no escapes.
std::vector<std::string> SplitCommand(std::string_view command);

/// How a line is split into key and value: after the `fields`-th separator.
struct KeyRule {
  std::string separator = "\t";
  int fields = 1;
};
struct KeyValue {
  std::string_view key, value;
};
/// A line with fewer separators is all key.
KeyValue SplitKeyValue(std::string_view line, const KeyRule& rule);

/// The name of a configuration property as an environment variable: what is no ASCII letter or
/// digit becomes '_'.
std::string EnvironmentName(std::string_view property);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_TEXT_H_
