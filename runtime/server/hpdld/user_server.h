#ifndef HPDL_RUNTIME_SERVER_HPDLD_USER_SERVER_H_
#define HPDL_RUNTIME_SERVER_HPDLD_USER_SERVER_H_

#include <string_view>

namespace hpdl::rt {

/// The one argument by which a server of many users makes hpdld the server of one of them.
inline constexpr std::string_view kServeUser = "--serve-user";

/// Becomes the user whom the other side of descriptor 3 names, for good, and then serves that
/// user's jobs to it until it closes that. Gives the exit code.
int ServeUser();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_USER_SERVER_H_
