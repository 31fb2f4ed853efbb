#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_MAKE_JOB_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_MAKE_JOB_H_

#include <functional>
#include <memory>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/store/lease.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// The description of a job to make.
struct NewJob {
  std::string id;  ///< id of the job to make or of an existing job; "" means a new id
  std::string user;
  JobType type = JobType::kWorkflow;
  /// Puts and commits the first rows of the job's journal. If this fails, no job is made.
  std::function<Result<void>(Journal& journal, const std::string& id)> record;
};

/// The lease, the journal and the row of a job that MakeJob() has just made. A caller that runs the
/// job at once takes over the lease and the journal.
struct MadeJob {
  std::unique_ptr<Lease> lease;  ///< null if MakeJob() has found an existing job
  std::unique_ptr<Journal> journal;
  JobRow row;
};

/// Makes a job, unless a job with its id already exists, and returns the id. First removes an
/// incomplete job with this id whose process died while it made the job. `kept`, if not null,
/// receives the job's lease and journal.
Result<std::string> MakeJob(StateDirectory& state, const NewJob& job, MadeJob* kept = nullptr);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_MAKE_JOB_H_
