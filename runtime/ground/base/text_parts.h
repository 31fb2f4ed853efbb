#ifndef HPDL_RUNTIME_GROUND_BASE_TEXT_PARTS_H_
#define HPDL_RUNTIME_GROUND_BASE_TEXT_PARTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::rt {

/// Returns the parts of `text` between separators. An empty text has no parts, and a separator at
/// the end has no part after it.
std::vector<std::string_view> Split(std::string_view text, char separator);

/// Returns the items of a list, without blanks around them. Empty items are left out.
std::vector<std::string> SplitList(std::string_view text, char separator = ',');

/// Parses a whole number of at least 0. Returns nullopt if `text` is anything else.
std::optional<std::int64_t> ParseNumber(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_TEXT_PARTS_H_
