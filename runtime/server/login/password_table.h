#ifndef HPDL_RUNTIME_SERVER_LOGIN_PASSWORD_TABLE_H_
#define HPDL_RUNTIME_SERVER_LOGIN_PASSWORD_TABLE_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// The contents of a file of htpasswd: a line `NAME:HASH` for each user, blank lines and comments
/// (#).
struct PasswordTable {
  std::map<std::string, std::string, std::less<>> hashes;
  std::string decoy;  ///< a hash with the highest cost in the file; passwords of unknown users are
                      ///< compared with it

  /// Returns the hash of a user's password; null if the user is unknown.
  const std::string* Find(std::string_view user) const;
};

/// Reads a file of passwords. Hashes must be those of bcrypt, `$2a$`, `$2b$` or `$2y$`, of a cost
/// up to 16. kError: "line N: REASON", without any text of the line.
Result<PasswordTable> ParsePasswords(std::string_view text);

/// True if a password has this hash of bcrypt. Slow on purpose; any thread may call it.
bool HasHash(std::string_view password, const std::string& hash);

/// A name and a password from `Authorization: Basic` (RFC 7617).
struct BasicCredentials {
  std::string user, password;
};
/// Reads the field `Authorization`; nullopt if it is of another scheme or malformed.
std::optional<BasicCredentials> ReadBasic(std::string_view authorization);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_LOGIN_PASSWORD_TABLE_H_
