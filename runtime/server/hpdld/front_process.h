#ifndef HPDL_RUNTIME_SERVER_HPDLD_FRONT_PROCESS_H_
#define HPDL_RUNTIME_SERVER_HPDLD_FRONT_PROCESS_H_

#include <string_view>

namespace hpdl::rt {

/// The only argument of an hpdld that speaks HTTP and TLS with callers. The supervisor starts such
/// an hpdld.
inline constexpr std::string_view kServeFront = "--serve-front";

/// Speaks HTTP and TLS with callers, and passes their requests to the servers of users. The
/// supervisor, at the other end of descriptor 3, proves the callers' logins. This process runs
/// under an account of its own and has no right but to use its descriptors. It serves until
/// descriptor 3 is closed, and returns the exit code.
int ServeFront();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_FRONT_PROCESS_H_
