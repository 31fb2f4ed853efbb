#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_PROGRAM_RIGHTS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_PROGRAM_RIGHTS_H_

#include <optional>
#include <string>
#include <string_view>

#include "runtime/server/protocols/oozie/resources.h"

namespace hpdl::rt {

/// Why a program of this server may not ask for this; none: it may, or the caller is a person. It
/// may submit jobs that belong to its own one, while that has not ended, find them, look at them,
/// start, suspend, resume, kill, change and rerun them, and nothing else.
std::optional<Refusal> RefuseProgram(const Exchange& exchange, std::string_view resource);

/// Whether a job with this parent, a job or an action of a coordinator, is one of the program that
/// asks; always if the caller is a person.
bool IsChildOfCaller(const Exchange& exchange, const std::string& parent);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_PROGRAM_RIGHTS_H_
