#ifndef HPDL_RUNTIME_GROUND_BASE_TRIM_H_
#define HPDL_RUNTIME_GROUND_BASE_TRIM_H_

#include <cstddef>
#include <string_view>

namespace hpdl {

/// The white space characters of XML.
inline constexpr std::string_view kBlanks = " \t\r\n";

/// Returns `text` without blanks at its beginning and its end.
inline std::string_view Trimmed(std::string_view text, std::string_view blanks = kBlanks) {
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos
             ? std::string_view()
             : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace hpdl

#endif  // HPDL_RUNTIME_GROUND_BASE_TRIM_H_
