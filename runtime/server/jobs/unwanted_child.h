#ifndef HPDL_RUNTIME_SERVER_JOBS_UNWANTED_CHILD_H_
#define HPDL_RUNTIME_SERVER_JOBS_UNWANTED_CHILD_H_

#include <optional>
#include <string>

#include "runtime/store/local/state_directory.h"
#include "runtime/store/server_records/server_records.h"

namespace hpdl::rt {

/// Returns the reason why a child that has not begun must not begin: its parent workflow has ended,
/// or its parent's journal no longer waits for it. The child is a sub-workflow, the workflow of a
/// coordinator's action, or the coordinator of a bundle. Returns nullopt if the child is wanted, if
/// the job is no child of this user's jobs, or if the parent cannot be read now. The question is
/// only for children that a program submitted: people may name a parent that has ended.
std::optional<std::string> WhyUnwanted(StateDirectory& state, const ServedJob& child);

/// True if the record shows that the program of the parent submitted the child. The records of the
/// children have these forms: the workflow of an action has the key JOB@NUMBER/RUN, the coordinator
/// of a bundle the key BUNDLE/NAME. The key and the external id of a sub-workflow are the tag of
/// the attempt that asks for it (AttemptTag).
bool IsOfProgram(const ServedJob& child);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_UNWANTED_CHILD_H_
