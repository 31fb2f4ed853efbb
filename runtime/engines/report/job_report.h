#ifndef HPDL_RUNTIME_ENGINES_REPORT_JOB_REPORT_H_
#define HPDL_RUNTIME_ENGINES_REPORT_JOB_REPORT_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// One job and the nodes of one of its runs.
struct JobNodes {
  JobRow job;
  std::int64_t run = 0;  ///< which run `nodes` and `callbacks` are of
  std::vector<NodeRow> nodes;
  std::vector<CallbackRow> callbacks;  ///< by node, attempt and number
  std::vector<AttemptRow> attempts;    ///< those before the last one, by node and attempt
  /// When automatic retries are due, by node, ms UTC; empty if no process runs the job.
  std::map<std::string, std::int64_t, std::less<>> next_tries;
};

/// A job as read from its journal.
struct JobReport {
  std::string root_id;
  std::string directory;  ///< of the root job
  JobFacts facts;
  JobNodes main;
  std::vector<JobNodes> children;    ///< sub-workflow jobs below it, parents before children
  std::int64_t last_run = 0;         ///< number of the current run of `main`
  NotificationReport notifications;  ///< of all jobs in the journal; none for a child
  bool alive = false;                ///< a process runs the root job now
};

/// Reads the job `id` (a root or a sub-workflow job); `run` of the job itself, the current by
/// default. Of an earlier run, the row of the job is as that run left it, and the sub-workflow jobs
/// are those that nodes of that run have led to.
Result<JobReport> LoadJob(StateDirectory& state, const std::string& id,
                          std::optional<std::int64_t> run);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_REPORT_JOB_REPORT_H_
