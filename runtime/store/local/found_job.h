#ifndef HPDL_RUNTIME_STORE_LOCAL_FOUND_JOB_H_
#define HPDL_RUNTIME_STORE_LOCAL_FOUND_JOB_H_

#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/records.h"

namespace hpdl::rt {

/// Data from the journal of a job: the job's row, the row of its root job, and the root job's
/// facts.
struct FoundJob {
  JobRow job, root;
  JobFacts facts;
};

/// Reads the journal of the job with the full id `id`. The error is "E0604" if there is no such
/// job.
Result<FoundJob> FindJob(StateDirectory& state, const std::string& id);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCAL_FOUND_JOB_H_
