#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_CRASHED_JOB_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_CRASHED_JOB_H_

#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// Suspends a job whose program dies each time that it is started. `why` becomes the reason in
/// JobRow::suspended_by. Returns the errors of RequestSuspend(), and "E0719" if a process runs the
/// job.
Result<void> SuspendCrashed(StateDirectory& state, const std::string& id, const std::string& why);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_CRASHED_JOB_H_
