#ifndef HPDL_RUNTIME_SERVER_HPDLD_SIGNED_COOKIE_H_
#define HPDL_RUNTIME_SERVER_HPDLD_SIGNED_COOKIE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

/// The cookie `hadoop.auth` of Hadoop's clients, which says who the caller is, signed by the
/// server: `u=ann&p=ann&t=simple&e=<ms>&s=<signature>`.
namespace hpdl::rt {

/// The secret that cookies are signed with: the content of a file of the owner alone, which is made
/// if it is missing. An error: it can be read by others, is too short, or cannot be made.
Result<std::string> CookieSecret(const std::string& path);

/// The value of the cookie for a user who came in in a way (`simple`), good until a time (UTC, ms).
std::string SignedCookie(std::string_view user, std::string_view way, std::int64_t until_ms,
                         std::string_view secret);
/// The user whom a cookie names, whoever has signed it; none if it is none.
std::optional<std::string> UserNamedBy(std::string_view value);

/// The user of a cookie, quoted or not, that was signed with this secret and is good now; none
/// else.
std::optional<std::string> UserOfCookie(std::string_view value, std::int64_t now_ms,
                                        std::string_view secret);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_SIGNED_COOKIE_H_
