#ifndef HPDL_RUNTIME_SERVER_HPDLD_STORE_PROCESS_H_
#define HPDL_RUNTIME_SERVER_HPDLD_STORE_PROCESS_H_

#include <string_view>

namespace hpdl::rt {

/// The only argument of an hpdld that will hold the credential of a database or a login. The
/// supervisor starts such an hpdld.
inline constexpr std::string_view kServeStore = "--serve-store";

/// Will hold the credential of a database or a login, and does nothing yet. The supervisor, at the
/// other end of descriptor 3, names the account. This process runs under the account and has no
/// right but to use its descriptors. It ends when descriptor 3 is closed, and returns the exit
/// code.
int ServeStore();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_STORE_PROCESS_H_
