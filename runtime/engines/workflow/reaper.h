#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_REAPER_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_REAPER_H_

#include <functional>
#include <set>
#include <vector>

#include "runtime/store/journal.h"
#include "runtime/world/process/processes.h"

namespace hpdl::rt {

/// Puts the row of a job, or of a node of it, in its new state, and what notifications belong to
/// it.
using RowPutter = std::function<void(const JobRow& job, const NodeRow* node)>;

/// Puts an end to what a process left running in job `number` and the jobs below it: local children
/// are killed, rows of nodes that have not ended become KILLED, and so do the jobs below. `done` is
/// called when no child is left, at once if there is none; the caller commits. `processes` may be
/// null.
void ReapChildren(Journal& journal, Processes* processes, std::int64_t number, const RowPutter& put,
                  std::function<void()> done);

/// Numbers of `root` and all jobs below it.
std::set<std::int64_t> FamilyOf(const std::vector<JobRow>& jobs, std::int64_t root);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_REAPER_H_
