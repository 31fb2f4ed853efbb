#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_FOLLOW_LOG_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_FOLLOW_LOG_H_

#include "runtime/programs/program/invocation.h"
#include "runtime/programs/program/views.h"

namespace hpdl::rt {

/// Carries out `log --follow`. Writes all past and new events of the job in `report` to call.out,
/// and the output of the job's actions. The format is text, or one JSON object on each line.
/// Returns when the job has ended. Also returns when the job has been started and no process runs
/// it any more. Returns an error if the journal cannot be read.
Result<void> FollowLog(Invocation& call, const JobReport& report, const LogOptions& options);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_FOLLOW_LOG_H_
