#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_AUTH_TOKEN_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_AUTH_TOKEN_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/world/net/network.h"

/// The cookie by which a server knows who was there before (hadoop-auth), kept for the next command
/// in the file that the Java client keeps it in.
namespace hpdl::client {

/// Bytes in base64 with its padding (RFC 4648, 4).
std::string Base64(std::string_view bytes);

class AuthTokenFile {
 public:
  /// `home`/.oozie-auth-token- with the URL in base64. Without `enabled` nothing is read or
  /// written.
  AuthTokenFile(const std::string& home, std::string_view url, bool enabled);

  /// "": there is none, or it ends within five minutes after `now`, in milliseconds since 1970. One
  /// that ends is removed.
  std::string Read(std::int64_t now) const;
  /// Readable for the user alone. One that cannot be written is removed.
  void Write(std::string_view token) const;
  void Remove() const;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool enabled_;
};

/// The token in the Set-Cookie of a reply; "" if there is none or it is taken back.
std::string TokenOf(const rt::HttpReply& reply);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_AUTH_TOKEN_H_
