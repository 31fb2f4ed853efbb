#include "runtime/engines/workflow/request_rules.h"

#include <algorithm>

#include "runtime/engines/workflow/job_end.h"
#include "runtime/engines/workflow/transitions.h"

namespace hpdl::rt {
namespace {

Error NotNow(const char* code, std::string message) {
  return {ErrorClass::kError, code, std::move(message)};
}

std::string StateOf(const JobRow& job) {
  std::string text(StateName(job.state, job.dialect));
  if (EndingOf(job)) {
    text.append(", on the way to ").append(job.suspended_by);
  }
  return text;
}

/// Returns the nearest suspended job above `job`, or null.
const JobRow* SuspendedAbove(const std::vector<JobRow>& jobs, const JobRow& job) {
  std::int64_t parent = job.parent;
  // Each job has a higher number than its parent, and `jobs` is sorted by number. So one pass from
  // the last job to the first finds all jobs above `job`.
  for (auto row = jobs.rbegin(); row != jobs.rend(); ++row) {
    if (row->number != parent) {
      continue;
    }
    if (row->state == JobState::kSuspended) {
      return &*row;
    }
    parent = row->parent;
  }
  return nullptr;
}

}  // namespace

bool IsHeldAlone(const JobRow& job) {
  return job.state == JobState::kSuspended && job.suspended_by == kThisJobAlone;
}

Result<void> MayKill(const JobRow& job) {
  if (!IsEnd(job.state)) {
    return {};
  }
  return NotNow("E0725",
                "Workflow instance can not be killed, job " + job.id + " is " + StateOf(job));
}

Result<void> MaySuspend(const JobRow& job) {
  if (job.state == JobState::kRunning && !EndingOf(job)) {
    return {};
  }
  return NotNow("E0727", "Workflow Job can not be suspended as its not in running state, " +
                             job.id + ", Status: " + StateOf(job));
}

Result<void> MayResume(const std::vector<JobRow>& jobs, const JobRow& job) {
  if (job.state != JobState::kSuspended || EndingOf(job)) {
    return NotNow("E1100", "job " + job.id + " is not SUSPENDED, it is " + StateOf(job));
  }
  if (const JobRow* above = SuspendedAbove(jobs, job)) {
    return NotNow("E1100", "job " + job.id + " belongs to job " + above->id +
                               ", which is SUSPENDED; resume job " + above->id);
  }
  return {};
}

Result<void> MayRetry(const JobRow& job, const std::string& node, const NodeRow* row) {
  if (row == nullptr) {
    return NotNow("E0605", "Action does not exist [" + job.id + "@" + node + "]");
  }
  if (EndingOf(job) || !WaitsForRetry(row->state)) {
    return NotNow("E0717", "node '" + node + "' does not wait for a retry, it is " +
                               std::string(StateName(row->state, job.dialect)) +
                               " and its job is " + StateOf(job));
  }
  return {};
}

bool WaitIsOver(const NodeRow& before, const NodeRow& now) {
  return !WaitsForRetry(now.state) || now.sequence != before.sequence ||
         now.ended_ms != before.ended_ms;
}

const JobRow* FindRow(const std::vector<JobRow>& jobs, const std::string& id) {
  const auto found =
      std::find_if(jobs.begin(), jobs.end(), [&](const JobRow& job) { return job.id == id; });
  return found == jobs.end() ? nullptr : &*found;
}

Error NoSuchJob(const std::string& id) {
  return NotNow("E0604", "Job does not exist [" + id + "]");
}

}  // namespace hpdl::rt
