#ifndef HPDL_RUNTIME_SERVER_LOGIN_SIGNED_COOKIE_H_
#define HPDL_RUNTIME_SERVER_LOGIN_SIGNED_COOKIE_H_

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

/// A cookie of a request. Its signature is not checked yet.
struct ClaimedCookie {
  std::string user;           ///< a valid user name
  std::string way;            ///< the method that authenticated the user: `simple`, `basic`
  std::int64_t until_ms = 0;  ///< the cookie is valid until this time (UTC milliseconds)
  std::string signature;

  /// True if the cookie was signed with `secret` and is valid at `now_ms`.
  bool IsGood(std::int64_t now_ms, std::string_view secret) const;
};

/// Returns the value of a cookie for a user who was authenticated by the method `way`. The cookie
/// is valid until `until_ms`.
std::string SignedCookie(std::string_view user, std::string_view way, std::int64_t until_ms,
                         std::string_view secret);

/// Reads the value of a cookie, quoted or not; nullopt: the value is not one that SignedCookie()
/// returns.
std::optional<ClaimedCookie> ReadCookie(std::string_view value);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_LOGIN_SIGNED_COOKIE_H_
