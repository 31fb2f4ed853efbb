#ifndef HPDL_RUNTIME_GROUND_BASE_BASE64_H_
#define HPDL_RUNTIME_GROUND_BASE_BASE64_H_

#include <optional>
#include <string>
#include <string_view>

namespace hpdl {

/// Returns the bytes in base64 (RFC 4648) without line breaks.
std::string Base64(std::string_view bytes);

/// Returns the bytes of a text in base64. The text may lack the "=" at its end. Returns nullopt for
/// any other text, for example one with blanks.
std::optional<std::string> FromBase64(std::string_view text);

}  // namespace hpdl

#endif  // HPDL_RUNTIME_GROUND_BASE_BASE64_H_
