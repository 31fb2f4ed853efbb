#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_READ_JOB_ROW_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_READ_JOB_ROW_H_

#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// Reads the row of the job `id` from the journal of its root job, without the job's nodes. The job
/// may be a sub-workflow's job. kError "E0604" if the job does not exist.
Result<JobRow> ReadJobRow(StateDirectory& state, const std::string& id);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_READ_JOB_ROW_H_
