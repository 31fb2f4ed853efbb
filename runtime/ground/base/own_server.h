#ifndef HPDL_RUNTIME_GROUND_BASE_OWN_SERVER_H_
#define HPDL_RUNTIME_GROUND_BASE_OWN_SERVER_H_

#include <string>

namespace hpdl::rt {

/// The environment variable with the URL of the hpdld that this program works for. At this URL,
/// hpdld answers as an Oozie server. hpdld sets the variable for the programs that it starts.
inline constexpr const char* kServerVariable = "HPDL_SERVER_URL";
/// The environment variable with the number of a descriptor that this program inherits. The
/// descriptor reads a file with two lines. The first line is a credential, which proves to hpdld
/// whose program this is. The second line is the pin of the server's key.
inline constexpr const char* kCredentialVariable = "HPDL_SERVER_CREDENTIAL_FD";

/// The hpdld that this program works for.
struct OwnServer {
  std::string url;  ///< "": a person started this program, not hpdld
  /// A secret that proves to the server whose program this is. "": no secret.
  std::string credential;
  /// `sha256//...`, the pin of the server's key. TLS trusts only this key; "": no TLS.
  std::string key_pin;
};

/// Reads the URL, the credential and the pin that the server gave. Then closes the descriptor and
/// unsets kCredentialVariable, so that no command of an action inherits them. main() must call this
/// once, before it starts anything else.
void RememberOwnServer();

/// Returns the values that RememberOwnServer() has read.
const OwnServer& TheOwnServer();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_OWN_SERVER_H_
