#ifndef HPDL_RUNTIME_ENGINE_MAKE_JOB_H_
#define HPDL_RUNTIME_ENGINE_MAKE_JOB_H_

#include <functional>
#include <string>

#include "runtime/base/result.h"
#include "runtime/store/state_directory.h"

namespace hpdl::rt {

/// A job that is to be made.
struct NewJob {
  std::string id;  ///< that it is to have, or that is there already; "": a new one
  std::string user;
  JobType type = JobType::kWorkflow;
  /// Puts and commits the first rows of its journal. If it fails, there is no job.
  std::function<Result<void>(Journal& journal, const std::string& id)> record;
};

/// Makes the job once, and gives its id. What a process has begun to make under the id, and died
/// over, is removed before.
Result<std::string> MakeJob(StateDirectory& state, const NewJob& job);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINE_MAKE_JOB_H_
