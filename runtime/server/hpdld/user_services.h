#ifndef HPDL_RUNTIME_SERVER_HPDLD_USER_SERVICES_H_
#define HPDL_RUNTIME_SERVER_HPDLD_USER_SERVICES_H_

#include <memory>
#include <string>
#include <string_view>

#include "runtime/server/hpdld/services.h"
#include "runtime/server/users/user_servers.h"

namespace hpdl::rt {

/// Whose jobs a request is about, by its path and query alone.
struct RequestSubject {
  enum class Kind : std::uint8_t {
    kCaller,  ///< the caller's own jobs, or of `user`, if not "", for whom the caller acts; or none
    kUser,    ///< those of `user`
    kServer,  ///< how the server works: every user's is told
    kFigures,  ///< /metrics: every user's are asked
  };
  Kind kind = Kind::kCaller;
  std::string user;  ///< as ids and filters have it
};

/// A job's id tells whose it is, wherever it stands: in the path of a job, in the query of a
/// callback. Lists are those of the one user that their filter names, else the caller's.
RequestSubject SubjectOf(std::string_view method, std::string_view target);

/// The services of many users: each request is answered by the server of the user whose jobs it is
/// about, which judges whether the caller may. `servers` outlives them.
std::unique_ptr<Services> ServicesOf(UserServers& servers);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_USER_SERVICES_H_
