#ifndef HPDL_RUNTIME_GROUND_BASE_OWN_SERVER_H_
#define HPDL_RUNTIME_GROUND_BASE_OWN_SERVER_H_

#include <string>

namespace hpdl::rt {

/// The environment variable with the URL of the hpdld that started this program. At this URL, hpdld
/// provides Oozie's web services. hpdld sets the variable for the programs that it starts.
inline constexpr const char* kServerVariable = "HPDL_SERVER_URL";
/// The environment variable with the number of a descriptor that hpdld opened and this program
/// inherits. The descriptor belongs to a file of two lines. The first line is the credential with
/// which this program logs in at hpdld. The second line is the pin of the server's key.
inline constexpr const char* kCredentialVariable = "HPDL_SERVER_CREDENTIAL_FD";

/// The hpdld that started this program.
struct OwnServer {
  std::string url;  ///< empty if a person, not hpdld, started this program
  /// The secret with which this program logs in at the server; empty if it has no secret.
  std::string credential;
  /// The pin of the server's key, `sha256//...`. TLS connections to the server trust only this key.
  /// The pin is empty if the server does not use TLS.
  std::string key_pin;
};

/// Reads the URL, the credential and the pin that the server gave. Then closes the descriptor and
/// unsets kCredentialVariable, so that the commands of actions do not inherit them. main() must
/// call this once, before it starts anything else.
void RememberOwnServer();

/// Returns the values that RememberOwnServer() has read.
const OwnServer& TheOwnServer();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_OWN_SERVER_H_
