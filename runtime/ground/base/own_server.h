#ifndef HPDL_RUNTIME_GROUND_BASE_OWN_SERVER_H_
#define HPDL_RUNTIME_GROUND_BASE_OWN_SERVER_H_

#include <string>

namespace hpdl::rt {

/// A variable of the environment: the URL of the hpdld that a program works for, as an Oozie
/// server's, which gives it to the programs that it starts.
inline constexpr const char* kServerVariable = "HPDL_SERVER_URL";
/// Another one: the number of a descriptor that this program inherits, with a line that proves to
/// that server whose program it is, and one with the pin of the server's key.
inline constexpr const char* kCredentialVariable = "HPDL_SERVER_CREDENTIAL_FD";

/// The hpdld that this program works for.
struct OwnServer {
  std::string url;         ///< "": a person started this program
  std::string credential;  ///< "": it has none. A secret
  std::string key_pin;     ///< `sha256//...` of its key, by which alone TLS knows it; "": no TLS
};

/// Reads what the server gave, once. From then on neither the descriptor nor the variable that
/// names it is there, so that no command of an action inherits them. To be called by main() before
/// anything else is started.
void RememberOwnServer();

/// What RememberOwnServer() has read.
const OwnServer& TheOwnServer();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_OWN_SERVER_H_
