#ifndef HPDL_RUNTIME_SERVER_HPDLD_USER_SERVICES_H_
#define HPDL_RUNTIME_SERVER_HPDLD_USER_SERVICES_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/server/access/proxy_users.h"
#include "runtime/server/hpdld/services.h"
#include "runtime/server/hpdld/supervisor_client.h"

namespace hpdl::rt {

/// The subject of a request: the user or the servers that the request is about. It depends only on
/// the path and the query of the request.
struct RequestSubject {
  enum class Kind : std::uint8_t {
    /// The jobs of the caller, or no jobs at all. If `user` is not "", the caller acts for this
    /// user.
    kCaller,
    kUser,     ///< the jobs of `user`
    kServer,   ///< the mode of the whole server: the request goes to each user's server
    kFigures,  ///< /metrics: the answer is made of the answers of all users' servers
  };
  Kind kind = Kind::kCaller;
  std::string user;  ///< a valid account name; "": the request names no user
};

/// Returns the subject of a request. The id of a job, in a path or in the query of a callback,
/// contains the job's user. The subject of a list is the user in its filter, or else the caller.
RequestSubject SubjectOf(std::string_view method, std::string_view target);

/// Returns the change of all servers that a request of the kind kServer asks for; nullopt: none.
std::optional<ServerChange> ChangeOf(std::string_view target);

/// Makes the services of many users. Each request goes to the server of the user whose jobs the
/// request is about. That server checks the permissions of the caller. `supervisor` outlives the
/// services.
std::unique_ptr<Services> ServicesOf(SupervisorClient& supervisor);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_USER_SERVICES_H_
