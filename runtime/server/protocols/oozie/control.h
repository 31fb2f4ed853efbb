#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_CONTROL_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_CONTROL_H_

#include <string>

#include "runtime/server/protocols/oozie/resources.h"

/// Code that PUT of workflows and PUT of coordinators share.
namespace hpdl::rt {

/// Returns the refusal for an error of PUT, which has words of its own for a missing job.
Refusal ControlRefusal(const Error& error, const std::string& id);

/// Refuses a PUT that reaches no verb. A caller without rights to the job gets the error about
/// rights instead.
Task<Answered> RefuseControl(Exchange& exchange, Refusal refusal);

/// Does start, suspend, resume or kill; refuses any other action.
Task<Answered> ControlByVerb(Exchange& exchange, const std::string& action);

/// Does the actions of ControlByVerb() and all other actions on a coordinator or a bundle.
Task<Answered> ControlCoordination(Exchange& exchange, const std::string& action);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_CONTROL_H_
