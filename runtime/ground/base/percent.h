#ifndef HPDL_RUNTIME_GROUND_BASE_PERCENT_H_
#define HPDL_RUNTIME_GROUND_BASE_PERCENT_H_

#include <optional>
#include <string>
#include <string_view>

/// Encodes and decodes texts in URLs.
namespace hpdl {

/// The characters that are never encoded, besides letters and digits (RFC 3986, 2.3).
inline constexpr std::string_view kUnreservedMarks = "-._~";

/// The characters that are not encoded in paths, besides letters and digits. They include the
/// slash.
inline constexpr std::string_view kPathMarks = "-._~/";

/// Encodes a text: ASCII letters, digits and `marks` are kept, and each other byte becomes %XX with
/// capital letters.
std::string PercentEncoded(std::string_view text, std::string_view marks = kUnreservedMarks);

/// Replaces each %XX by its byte. Returns nullopt if a '%' is not followed by two hex digits.
std::optional<std::string> PercentDecoded(std::string_view text);

/// Decodes a text of application/x-www-form-urlencoded: like PercentDecoded(), but '+' is a blank.
std::optional<std::string> FormDecoded(std::string_view text);

}  // namespace hpdl

#endif  // HPDL_RUNTIME_GROUND_BASE_PERCENT_H_
