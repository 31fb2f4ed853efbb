#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_AUTH_TOKEN_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_AUTH_TOKEN_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/world/net/network.h"

/// The cookie with the token by which a server recognizes the user (hadoop-auth). The client keeps
/// the token for later commands, in the same file as the Java client.
namespace hpdl::client {

class AuthTokenFile {
 public:
  /// The file is `home`/.oozie-auth-token- followed by the base64 of the URL. If `enabled` is
  /// false, nothing is read or written.
  AuthTokenFile(const std::string& home, std::string_view url, bool enabled);

  /// Returns the token in the file; "" if there is no token. `now` is in milliseconds since 1970.
  /// If the token expires less than five minutes after `now`, removes the file and returns "".
  std::string Read(std::int64_t now) const;
  /// Writes the token to a file that only the user can read. If that fails, removes the file.
  void Write(std::string_view token) const;
  void Remove() const;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool enabled_;
};

/// Returns the token in the Set-Cookie header of a reply; "" if there is no token or the server
/// revokes it.
std::string TokenOf(const rt::HttpReply& reply);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_AUTH_TOKEN_H_
