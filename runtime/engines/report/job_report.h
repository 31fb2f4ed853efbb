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

/// A job and the nodes of one of its runs.
struct JobNodes {
  JobRow job;
  std::int64_t run = 0;  ///< the number of the run that `nodes` and `callbacks` belong to
  std::vector<NodeRow> nodes;
  std::vector<CallbackRow> callbacks;  ///< the callbacks of the run, sorted by node, attempt and
                                       ///< number
  /// The attempts of each node without its last attempt, sorted by node and attempt.
  std::vector<AttemptRow> attempts;
  /// The times of the next automatic retries in UTC milliseconds, by node. The map is empty if no
  /// process runs the job.
  std::map<std::string, std::int64_t, std::less<>> next_tries;
};

/// A job as read from its journal.
struct JobReport {
  std::string root_id;
  std::string
      parent_id;  ///< the id of the parent job in the same journal; "": `main` is a root job
  std::string directory;  ///< the directory of the root job
  JobFacts facts;
  JobNodes main;
  std::vector<JobNodes> children;  ///< the sub-workflow jobs below `main`, parents before children
  std::int64_t last_run = 0;       ///< number of the current run of `main`
  NotificationReport notifications;  ///< the notifications of all jobs in the journal; empty if
                                     ///< `main` is a sub-workflow job
  bool alive = false;                ///< true if a process runs the root job now
};

/// Reads the job `id`, a root job or a sub-workflow job. `run` is a run of this job; no value means
/// the current run. For an earlier run, the job's row has the values at the end of that run. Only
/// the sub-workflow jobs of that run are read, each with the run that belonged to it.
Result<JobReport> LoadJob(StateDirectory& state, const std::string& id,
                          std::optional<std::int64_t> run);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_REPORT_JOB_REPORT_H_
