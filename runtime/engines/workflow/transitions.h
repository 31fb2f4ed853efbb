#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_TRANSITIONS_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_TRANSITIONS_H_

#include <string_view>

#include "runtime/store/records.h"

/// The state machines of jobs and nodes as tables: the states that may follow a state within one
/// run. Every state that the engine records is checked against the tables.
namespace hpdl::rt {

/// True if a workflow job may go from state `from` to state `to`, by section 9 (Oozie) and section
/// 11 (HWS) of the specifications. PREP and SUSPENDED may also become FAILED: a job can fail before
/// its first node, and a suspended job can fail while its last actions end.
bool MayFollow(JobState from, JobState to);
/// True if a node may go from state `from` to state `to`. The first row of a control node usually
/// has an end state.
bool MayFollow(NodeState from, NodeState to);
/// Aborts the process if `allowed` is false. A transition that the tables do not allow is a bug of
/// the engine and would make the journal wrong.
void Require(bool allowed, std::string_view what, std::string_view from, std::string_view to);
/// True if the command `retry` has an effect: the node waits for a person, or for the time of an
/// automatic retry.
bool WaitsForRetry(NodeState state);
/// True if the node waits for a person.
bool WaitsForPerson(NodeState state);
/// True if the node waits for the time of an automatic retry.
bool MayHurry(NodeState state);
/// True if the first row of a node may have this state.
bool MayBegin(NodeState state);
/// Removes the external status from the row if the status says that the effect has not ended. Must
/// be called when the attempt ends. A status at the end of the effect stays, as in Oozie.
void DropStatusOfRunning(NodeRow* row);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_TRANSITIONS_H_
