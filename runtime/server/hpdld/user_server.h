#ifndef HPDL_RUNTIME_SERVER_HPDLD_USER_SERVER_H_
#define HPDL_RUNTIME_SERVER_HPDLD_USER_SERVER_H_

#include <string_view>

namespace hpdl::rt {

/// The only argument of an hpdld that serves one user. The server of many users starts it.
inline constexpr std::string_view kServeUser = "--serve-user";

/// Takes the identity of a user for good; the process at the other end of descriptor 3 names the
/// user. Then serves that user's jobs to that process until the process closes the descriptor.
/// Returns the exit code.
int ServeUser();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_USER_SERVER_H_
