#ifndef HPDL_RUNTIME_GROUND_BASE_PERCENT_H_
#define HPDL_RUNTIME_GROUND_BASE_PERCENT_H_

#include <optional>
#include <string>
#include <string_view>

/// Texts in URLs.
namespace hpdl {

/// What never needs a code besides letters and digits (RFC 3986, 2.3).
inline constexpr std::string_view kUnreservedMarks = "-._~";

/// The same for paths, whose slashes stay.
inline constexpr std::string_view kPathMarks = "-._~/";

/// Letters and digits of ASCII and `marks` stay; each other byte becomes %XX, in capital letters.
std::string PercentEncoded(std::string_view text, std::string_view marks = kUnreservedMarks);

/// Each %XX becomes its byte. None: a '%' without two hex digits.
std::optional<std::string> PercentDecoded(std::string_view text);

/// The same of application/x-www-form-urlencoded, where '+' is a blank.
std::optional<std::string> FormDecoded(std::string_view text);

}  // namespace hpdl

#endif  // HPDL_RUNTIME_GROUND_BASE_PERCENT_H_
