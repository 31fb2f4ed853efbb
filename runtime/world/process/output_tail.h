#ifndef HPDL_RUNTIME_WORLD_PROCESS_OUTPUT_TAIL_H_
#define HPDL_RUNTIME_WORLD_PROCESS_OUTPUT_TAIL_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace hpdl::rt {

/// Returns `text` as valid UTF-8 for messages. Bytes that are not valid are replaced by U+FFFD.
/// Control characters except line feed and tab are dropped.
std::string CleanText(std::string_view text);

/// Returns the last `lines` lines of a text as CleanText() returns them, without blanks at the end.
/// `cut` is true if `text` is the end of a longer text, so that it may begin within a character.
std::string TailOfText(std::string_view text, bool cut, std::size_t lines);

/// Returns the last lines of a file as CleanText() returns them, without blanks at the end: at most
/// `lines` lines and `bytes` bytes. Returns "" if there is no such file.
std::string TailOfFile(const std::string& path, std::size_t lines, std::size_t bytes);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_PROCESS_OUTPUT_TAIL_H_
