#ifndef HPDL_RUNTIME_SERVER_ACCESS_CALLER_H_
#define HPDL_RUNTIME_SERVER_ACCESS_CALLER_H_

#include <string>

namespace hpdl::rt {

/// The caller of a request, after authentication.
struct Caller {
  std::string user;
  std::string proxy;    ///< the user who acts for `user` (`doAs`); "": nobody
  std::string program;  ///< the root job of the calling program; "": the caller is no program of
                        ///< this server
  /// Proves to the supervisor that the caller was authenticated (supervisor.h); "": the process
  /// that authenticated the caller also answers the request.
  std::string pass;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_ACCESS_CALLER_H_
