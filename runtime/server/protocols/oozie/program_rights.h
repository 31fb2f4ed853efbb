#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_PROGRAM_RIGHTS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_PROGRAM_RIGHTS_H_

#include <optional>
#include <string>
#include <string_view>

#include "runtime/server/protocols/oozie/resources.h"

namespace hpdl::rt {

/// Returns the refusal of a request from a program of this server; nullopt if the program may send
/// the request, or if the caller is a person. A program may submit jobs that belong to it. It has
/// this right until both its job and the program itself have ended. It may find, show, start,
/// suspend, resume, kill, change and rerun these jobs. It may also read the versions of the
/// protocol. All other requests are refused.
std::optional<Refusal> RefuseProgram(const Exchange& exchange, std::string_view resource);

/// True if a job with this parent (a job or an action of a coordinator) belongs to the calling
/// program; always true if the caller is a person.
bool IsChildOfCaller(const Exchange& exchange, const std::string& parent);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_PROGRAM_RIGHTS_H_
