#ifndef HPDL_RUNTIME_WORLD_MAIL_HEADER_H_
#define HPDL_RUNTIME_WORLD_MAIL_HEADER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/world/mail/addresses.h"

/// Headers of messages. What is given holds no line breaks; callers have refused those.
namespace hpdl::rt::mail {

/// `Name: text` as a folded line with CRLF; what is not plain ASCII becomes encoded words
/// (RFC 2047).
std::string HeaderLine(std::string_view name, std::string_view text);

/// `Name: Joe <a@b>,` and each further address on a line of its own.
std::string AddressLine(std::string_view name, const std::vector<Address>& addresses);

/// `; key="value"` on a line of its own, for headers with parameters; RFC 2231 where the value is
/// not plain ASCII.
std::string Parameter(std::string_view key, std::string_view value);

/// "Sat, 21 Nov 2026 07:05:33 +0000" of milliseconds UTC since 1970.
std::string MailDate(std::int64_t ms);

/// Base64 without line breaks.
std::string Base64(std::string_view bytes);

}  // namespace hpdl::rt::mail

#endif  // HPDL_RUNTIME_WORLD_MAIL_HEADER_H_
