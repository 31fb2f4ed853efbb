#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_TRANSITIONS_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_TRANSITIONS_H_

#include <string_view>

#include "runtime/store/records.h"

/// The state machines of jobs and nodes as tables: what may follow what within one run. Everything
/// the engine records is checked against them.
namespace hpdl::rt {

/// Workflow jobs, section 9 of the Oozie and 11 of the HWS specification. PREP and SUSPENDED may
/// also end FAILED here: a job can fail before its first node, and while the actions of a suspended
/// one end.
bool MayFollow(JobState from, JobState to);
/// Nodes. Control nodes go from nothing to an end state at once.
bool MayFollow(NodeState from, NodeState to);
/// A transition that the tables do not know is a bug of the engine; going on would falsify the
/// journal, so the process aborts.
void Require(bool allowed, std::string_view what, std::string_view from, std::string_view to);
/// Whether `retry` has something to do: the node waits for a person, or for the time of a retry by
/// itself.
bool WaitsForRetry(NodeState state);
/// Whether it waits for a person.
bool WaitsForPerson(NodeState state);
/// Whether it is the time of a retry that it waits for.
bool MayHurry(NodeState state);
/// The states in which the first row of a node may be written.
bool MayBegin(NodeState state);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_TRANSITIONS_H_
