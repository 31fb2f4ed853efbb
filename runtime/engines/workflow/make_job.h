#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_MAKE_JOB_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_MAKE_JOB_H_

#include <functional>
#include <memory>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/store/lease.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// A job that is to be made.
struct NewJob {
  std::string id;  ///< that it is to have, or that is there already; "": a new one
  std::string user;
  JobType type = JobType::kWorkflow;
  /// Puts and commits the first rows of its journal. If it fails, there is no job.
  std::function<Result<void>(Journal& journal, const std::string& id)> record;
};

/// A job that this process has just made, and has for itself. Who runs it at once takes both.
struct MadeJob {
  std::unique_ptr<Lease> lease;  ///< null: it was there already
  std::unique_ptr<Journal> journal;
  JobRow row;
};

/// Makes the job once, and gives its id. What a process has begun to make under the id, and died
/// over, is removed before. `kept`, if not null, gets its lease and its journal.
Result<std::string> MakeJob(StateDirectory& state, const NewJob& job, MadeJob* kept = nullptr);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_MAKE_JOB_H_
