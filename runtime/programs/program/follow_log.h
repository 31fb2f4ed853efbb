#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_FOLLOW_LOG_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_FOLLOW_LOG_H_

#include "runtime/programs/program/commands.h"
#include "runtime/programs/program/views.h"

namespace hpdl::rt {

/// `log --follow`: writes what has happened in the job of `report`, and what happens, to call.out
/// as it comes, as text or as one JSON object a line, with what its actions write, until the job
/// has ended or nobody runs it. A submitted job is waited for. The error of a journal that cannot
/// be read.
Result<void> FollowLog(Invocation& call, const JobReport& report, const LogOptions& options);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_FOLLOW_LOG_H_
