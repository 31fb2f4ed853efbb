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
/// the job is no child of this user's jobs, if the parent cannot be read now, or if no program has
/// submitted the child: people may name a parent that has ended.
std::optional<std::string> WhyUnwanted(StateDirectory& state, const ServedJob& child);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_UNWANTED_CHILD_H_
