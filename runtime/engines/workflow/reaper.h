#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_REAPER_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_REAPER_H_

#include <functional>
#include <set>
#include <vector>

#include "runtime/store/journal.h"
#include "runtime/world/process/processes.h"

namespace hpdl::rt {

/// Puts a new row into the journal, together with the notifications of the change of state. The row
/// is `job` or, if `node` is not null, the row of one of the job's nodes.
using RowPutter = std::function<void(const JobRow& job, const NodeRow* node)>;

/// Kills the child processes on this machine that an ended engine has left running for job `number`
/// and the jobs below it. Sets to KILLED the nodes of these jobs and the jobs below `number`,
/// unless they have ended. Does not change the state of job `number` itself. Calls `done` when all
/// child processes have ended. The caller must commit. `processes` may be null.
void ReapChildren(Journal& journal, Processes* processes, std::int64_t number, const RowPutter& put,
                  std::function<void()> done);

/// Returns the numbers of job `root` and of all jobs below it.
std::set<std::int64_t> FamilyOf(const std::vector<JobRow>& jobs, std::int64_t root);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_REAPER_H_
