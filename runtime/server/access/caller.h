#ifndef HPDL_RUNTIME_SERVER_ACCESS_CALLER_H_
#define HPDL_RUNTIME_SERVER_ACCESS_CALLER_H_

#include <string>

namespace hpdl::rt {

/// Who asks, after authentication.
struct Caller {
  std::string user;
  std::string proxy;    ///< who acts for them (`doAs`); "": nobody else
  std::string program;  ///< the root job whose program it is; "": it is no program of this server
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_ACCESS_CALLER_H_
