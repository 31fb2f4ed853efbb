#include "runtime/ground/base/text_parts.h"

#include <charconv>
#include <cstddef>
#include <system_error>

#include "runtime/ground/base/trim.h"

namespace hpdl::rt {

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return parts;
}

std::vector<std::string> SplitList(std::string_view text, char separator) {
  std::vector<std::string> items;
  for (const std::string_view part : Split(text, separator)) {
    if (const std::string_view item = Trimmed(part); !item.empty()) {
      items.emplace_back(item);
    }
  }
  return items;
}

std::optional<std::int64_t> ParseNumber(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number >= 0 ? std::optional(number) : std::nullopt;
}

}  // namespace hpdl::rt
