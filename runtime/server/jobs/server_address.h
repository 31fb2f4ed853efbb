#ifndef HPDL_RUNTIME_SERVER_JOBS_SERVER_ADDRESS_H_
#define HPDL_RUNTIME_SERVER_JOBS_SERVER_ADDRESS_H_

#include <string>

namespace hpdl::rt {

/// The addresses of a server of jobs.
struct ServerAddress {
  std::string url;  ///< for callers and callbacks: `http://HOST:PORT`, or the URL of a gateway
  std::string programs_url;  ///< for programs of this machine: where the server itself listens
  std::string key_pin;       ///< `sha256//...`, the pin of the server's TLS key; "": no TLS
  std::string program_key;   ///< the secret key that signs the credentials of programs
                             ///< (ProgramKey())
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_SERVER_ADDRESS_H_
