#ifndef HPDL_RUNTIME_SERVER_JOBS_SERVER_ADDRESS_H_
#define HPDL_RUNTIME_SERVER_JOBS_SERVER_ADDRESS_H_

#include <string>

namespace hpdl::rt {

/// Where a server of jobs can be called.
struct ServerAddress {
  std::string url;           ///< by callers and callbacks: `http://HOST:PORT`, perhaps a gateway's
  std::string programs_url;  ///< by programs of this machine: where it listens itself
  std::string key_pin;       ///< as OwnServer has it
  std::string
      program_key;  ///< what credentials of programs are signed with (ProgramKey()). A secret
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_SERVER_ADDRESS_H_
