#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_ADMISSION_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_ADMISSION_H_

#include "runtime/engines/workflow/engine.h"
#include "runtime/programs/program/commands.h"

/// What stands between a command line and a job: everything that is wrong is reported before
/// anything has happened.
namespace hpdl::rt {

/// The options that `run`, `submit` and `rerun` share.
Result<RunOptions> ReadRunOptions(const Invocation& call);
/// The seconds of --park; none: it was not given.
Result<std::optional<std::int64_t>> ReadPark(const Invocation& call);

/// Prints all reasons to refuse a run before it has begun, and warnings. False if it is refused.
bool Admit(Invocation& call, const RunOptions& options);

/// Refuses before the start; a forgotten --local with the command to type. Gives the exit code.
int RefuseStart(Invocation& call, const Error& error);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_ADMISSION_H_
