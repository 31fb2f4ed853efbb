#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_REQUEST_RULES_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_REQUEST_RULES_H_

#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/records.h"

/// The requests that are allowed in a job's state. The job's rows decide. The rules are the same
/// for an engine that gets a request and for a process that acts without an engine. The errors have
/// Oozie's codes.
namespace hpdl::rt {

/// The value of JobRow::suspended_by for a sub-workflow job that was suspended by its own id. The
/// job waits until it is resumed by that id, whatever happens to the jobs above it.
inline constexpr const char* kThisJobAlone = "user (this job alone)";
bool IsHeldAlone(const JobRow& job);

Result<void> MayKill(const JobRow& job);
Result<void> MaySuspend(const JobRow& job);
/// `jobs` holds all jobs of the journal. A sub-workflow job cannot be resumed while a job above it
/// is suspended. If it was suspended together with that job, it goes on with that job.
Result<void> MayResume(const std::vector<JobRow>& jobs, const JobRow& job);
/// `row` is the node's row, or null if the node has no row.
Result<void> MayRetry(const JobRow& job, const std::string& node, const NodeRow* row);

/// True if the wait of `before` is over according to the newer row `now`: the node does not wait,
/// or waits after another failure.
bool WaitIsOver(const NodeRow& before, const NodeRow& now);

/// Returns the job with this id, or null.
const JobRow* FindRow(const std::vector<JobRow>& jobs, const std::string& id);
/// Returns the error "E0604".
Error NoSuchJob(const std::string& id);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_REQUEST_RULES_H_
