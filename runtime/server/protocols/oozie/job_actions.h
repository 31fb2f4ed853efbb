#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JOB_ACTIONS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JOB_ACTIONS_H_

#include <string>

#include "runtime/server/protocols/oozie/resources.h"

/// Code that PUT of workflows and PUT of coordinators share.
namespace hpdl::rt {

/// Returns the answer to a PUT that failed with `error`. If the job does not exist, Oozie answers
/// PUT with another error code than GET.
Refusal ActionRefusal(const Error& error, const std::string& id);

/// Refuses a PUT before a verb of JobVerbs is called. If the caller has no permission to change the
/// job, the answer is the error about permissions instead of `refusal`.
Task<Answered> RefuseAction(Exchange& exchange, Refusal refusal);

/// Carries out start, suspend, resume or kill; refuses any other action.
Task<Answered> ActByVerb(Exchange& exchange, const std::string& action);

/// Carries out an action on a coordinator or a bundle: an action of ActByVerb(), or an action that
/// only coordinators and bundles have, such as `change`.
Task<Answered> ActOnCoordination(Exchange& exchange, const std::string& action);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JOB_ACTIONS_H_
