#ifndef HPDL_RUNTIME_SERVER_HPDLD_PASSWORD_FILE_H_
#define HPDL_RUNTIME_SERVER_HPDLD_PASSWORD_FILE_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// What is in a file of htpasswd: a line `NAME:HASH` for each user, blank lines and comments (#).
struct PasswordTable {
  std::map<std::string, std::string, std::less<>> hashes;
  std::string decoy;  ///< one of the hashes that take longest: for names that are not there

  /// The hash of a user's password; null if there is no such user.
  const std::string* Find(std::string_view user) const;
};

/// Hashes are those of bcrypt, `$2a$`, `$2b$` or `$2y$`, of a cost up to 16. kError: "line N: ...",
/// never with what stands there.
Result<PasswordTable> ParsePasswords(std::string_view text);

/// Whether a password has this hash of bcrypt. Takes long, on purpose; any thread.
bool HasHash(std::string_view password, const std::string& hash);

/// A name and a password as `Authorization: Basic` has them (RFC 7617).
struct BasicCredentials {
  std::string user, password;
};
/// None: the field is of another scheme, or not well-formed.
std::optional<BasicCredentials> ReadBasic(std::string_view authorization);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_PASSWORD_FILE_H_
