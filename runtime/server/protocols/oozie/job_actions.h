#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JOB_ACTIONS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JOB_ACTIONS_H_

#include <string>

#include "runtime/server/protocols/oozie/resources.h"

/// Code that PUT of workflows and PUT of coordinators share.
namespace hpdl::rt {

/// Returns the refusal for an error of PUT, which has words of its own for a missing job.
Refusal ActionRefusal(const Error& error, const std::string& id);

/// Refuses a PUT that reaches no verb. A caller without rights to the job gets the error about
/// rights instead.
Task<Answered> RefuseAction(Exchange& exchange, Refusal refusal);

/// Does start, suspend, resume or kill; refuses any other action.
Task<Answered> ActByVerb(Exchange& exchange, const std::string& action);

/// Does the actions of ActByVerb() and all other actions on a coordinator or a bundle.
Task<Answered> ActOnCoordination(Exchange& exchange, const std::string& action);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JOB_ACTIONS_H_
