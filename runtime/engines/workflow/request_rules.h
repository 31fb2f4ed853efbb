#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_REQUEST_RULES_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_REQUEST_RULES_H_

#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/records.h"

/// The rules that allow or refuse a request, such as kill or resume, in each state of a job or
/// node. An engine that receives a request and a process that carries out a request without an
/// engine use the same rules. The errors have Oozie's codes.
namespace hpdl::rt {

/// The value of JobRow::suspended_by for a sub-workflow job that was suspended by its own id. The
/// job waits until it is resumed by that id, even if the jobs above it are resumed.
inline constexpr const char* kThisJobAlone = "user (this job alone)";
bool IsHeldAlone(const JobRow& job);

Result<void> MayKill(const JobRow& job);
Result<void> MaySuspend(const JobRow& job);
/// Returns an error if `job` cannot be resumed now. `jobs` holds all jobs of the journal. A
/// sub-workflow job cannot be resumed while a job above it is suspended. A sub-workflow job that
/// was suspended together with a job above it is resumed together with that job.
Result<void> MayResume(const std::vector<JobRow>& jobs, const JobRow& job);
/// Returns an error if the node cannot be retried now. `row` is the node's row, or null if the node
/// has no row.
Result<void> MayRetry(const JobRow& job, const std::string& node, const NodeRow* row);

/// Returns true if the wait for a retry is over. `before` and `now` are an older and a newer row of
/// the same node. The wait is over if the node in `now` does not wait, or waits after a new
/// failure.
bool WaitIsOver(const NodeRow& before, const NodeRow& now);

/// Returns the job with this id, or null.
const JobRow* FindRow(const std::vector<JobRow>& jobs, const std::string& id);
/// Returns the error "E0604".
Error NoSuchJob(const std::string& id);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_REQUEST_RULES_H_
