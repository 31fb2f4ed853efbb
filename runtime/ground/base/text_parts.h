#ifndef HPDL_RUNTIME_GROUND_BASE_TEXT_PARTS_H_
#define HPDL_RUNTIME_GROUND_BASE_TEXT_PARTS_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace hpdl::rt {

/// The parts of `text` between separators; none for an empty text, and none behind a last
/// separator.
std::vector<std::string_view> Split(std::string_view text, char separator);

/// The whole of `text` as a number from 0 up; nothing if it is anything else.
std::optional<std::int64_t> ParseNumber(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_TEXT_PARTS_H_
