#ifndef HPDL_RUNTIME_SERVER_HPDLD_SIGNED_COOKIE_H_
#define HPDL_RUNTIME_SERVER_HPDLD_SIGNED_COOKIE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

/// The cookie `hadoop.auth` of Hadoop's clients. It names the caller, and the server signs it:
/// `u=ann&p=ann&t=simple&e=<ms>&s=<signature>`.
namespace hpdl::rt {

/// Returns the secret that signs cookies: the content of a file for its owner only. Makes the file
/// if it is missing. Returns an error if other users can read the file, the secret is too short, or
/// the file cannot be made.
Result<std::string> CookieSecret(const std::string& path);

/// Returns the value of a cookie for a user who was authenticated by the method `way` (`simple`).
/// The cookie is valid until `until_ms` (UTC milliseconds).
std::string SignedCookie(std::string_view user, std::string_view way, std::int64_t until_ms,
                         std::string_view secret);
/// Returns the user whom a cookie names; does not check its signature. nullopt: the text names no
/// user.
std::optional<std::string> UserNamedBy(std::string_view value);

/// Returns the user of a cookie, quoted or not, that was signed with this secret and is valid now;
/// nullopt for any other cookie.
std::optional<std::string> UserOfCookie(std::string_view value, std::int64_t now_ms,
                                        std::string_view secret);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_SIGNED_COOKIE_H_
