#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_REQUEST_RULES_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_REQUEST_RULES_H_

#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/records.h"

/// What may be asked of a job in its state, as its rows say. The same for an engine that is asked
/// and for who acts without one. The errors have Oozie's codes.
namespace hpdl::rt {

/// JobRow::suspended_by of a sub-workflow job that was suspended by its own id: it waits until it
/// is resumed by that id, whatever becomes of the jobs above it.
inline constexpr const char* kThisJobAlone = "user (this job alone)";
bool IsHeldAlone(const JobRow& job);

Result<void> MayKill(const JobRow& job);
Result<void> MaySuspend(const JobRow& job);
/// `jobs`: all of the journal. A sub-workflow job that was suspended with one above it goes on with
/// that one.
Result<void> MayResume(const std::vector<JobRow>& jobs, const JobRow& job);
/// `row`: of the node; null if it has none.
Result<void> MayRetry(const JobRow& job, const std::string& node, const NodeRow* row);

/// Whether what `before` waited for is over by the row of `now`: the node does not wait, or waits
/// after another failure.
bool WaitIsOver(const NodeRow& before, const NodeRow& now);

/// The job of an id, null if there is none such.
const JobRow* FindRow(const std::vector<JobRow>& jobs, const std::string& id);
/// "E0604".
Error NoSuchJob(const std::string& id);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_REQUEST_RULES_H_
