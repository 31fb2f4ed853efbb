#ifndef HPDL_RUNTIME_SERVER_HPDLD_USER_SERVER_H_
#define HPDL_RUNTIME_SERVER_HPDLD_USER_SERVER_H_

#include <string_view>

namespace hpdl::rt {

/// The only argument of an hpdld that serves one user. The supervisor starts such an hpdld.
inline constexpr std::string_view kServeUser = "--serve-user";

/// Serves the jobs of one user. The supervisor, at the other end of descriptor 3, names the user.
/// This process then runs as the user, and cannot return to its earlier user. It serves until the
/// descriptor is closed, and returns the exit code.
int ServeUser();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_USER_SERVER_H_
