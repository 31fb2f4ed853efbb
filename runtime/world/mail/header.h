#ifndef HPDL_RUNTIME_WORLD_MAIL_HEADER_H_
#define HPDL_RUNTIME_WORLD_MAIL_HEADER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/world/mail/addresses.h"

/// Headers of messages. The arguments hold no line breaks, because the callers refuse them.
namespace hpdl::rt::mail {

/// Returns `Name: text` as a folded line with CRLF. Text that is not plain ASCII becomes encoded
/// words (RFC 2047).
std::string HeaderLine(std::string_view name, std::string_view text);

/// Returns `Name: Joe <a@b>,` with each further address on its own line.
std::string AddressLine(std::string_view name, const std::vector<Address>& addresses);

/// Returns `; key="value"` on its own line, for headers with parameters. Encodes a value that is
/// not plain ASCII by the rules of RFC 2231.
std::string Parameter(std::string_view key, std::string_view value);

/// Returns a text such as "Sat, 21 Nov 2026 07:05:33 +0000"; `ms` is milliseconds UTC since 1970.
std::string MailDate(std::int64_t ms);

}  // namespace hpdl::rt::mail

#endif  // HPDL_RUNTIME_WORLD_MAIL_HEADER_H_
