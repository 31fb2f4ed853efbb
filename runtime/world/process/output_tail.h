#ifndef HPDL_RUNTIME_WORLD_PROCESS_OUTPUT_TAIL_H_
#define HPDL_RUNTIME_WORLD_PROCESS_OUTPUT_TAIL_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace hpdl::rt {

/// `text` as valid UTF-8 for messages: bytes that are not are replaced by U+FFFD, control
/// characters but line feed and tab are dropped.
std::string CleanText(std::string_view text);

/// The last `lines` lines of a text, cleaned and without blanks at the end. `cut`: it is the end of
/// a longer one, and may begin within a character.
std::string TailOfText(std::string_view text, bool cut, std::size_t lines);

/// The last lines of a file, at most `lines` and `bytes`, cleaned and without blanks at the end.
/// Empty if there is no such file.
std::string TailOfFile(const std::string& path, std::size_t lines, std::size_t bytes);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_PROCESS_OUTPUT_TAIL_H_
