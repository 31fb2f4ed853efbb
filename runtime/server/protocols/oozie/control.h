#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_CONTROL_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_CONTROL_H_

#include <string>

#include "runtime/server/protocols/oozie/resources.h"

/// What PUT of workflows and PUT of coordinators share.
namespace hpdl::rt {

/// Of a job that is not there PUT has words of its own.
Refusal ControlRefusal(const Error& error, const std::string& id);

/// What no verb is asked for. Who may do nothing to the job is told so in its place.
Task<Answered> RefuseControl(Exchange& exchange, Refusal refusal);

/// start, suspend, resume or kill; what else is refused.
Task<Answered> ControlByVerb(Exchange& exchange, const std::string& action);

/// The same and all else that can be asked of a coordinator or a bundle.
Task<Answered> ControlCoordination(Exchange& exchange, const std::string& action);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_CONTROL_H_
