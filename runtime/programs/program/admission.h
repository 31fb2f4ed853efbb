#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_ADMISSION_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_ADMISSION_H_

#include "runtime/engines/workflow/engine.h"
#include "runtime/programs/program/invocation.h"

/// Checks a run after its command line has been read and before its job is made. Reports all
/// problems of the run, not only the first.
namespace hpdl::rt {

/// Reads the options that `run`, `submit` and `rerun` share.
Result<RunOptions> ReadRunOptions(const Invocation& call);
/// Returns the seconds of --park; nullopt: the option was not given.
Result<std::optional<std::int64_t>> ReadPark(const Invocation& call);

/// Prints warnings, and all reasons why a run is refused before it begins. Returns false if the run
/// is refused.
bool Admit(Invocation& call, const RunOptions& options);

/// Prints why a job cannot start. If the user forgot --local, also prints the command to type.
/// Returns the exit code.
int RefuseStart(Invocation& call, const Error& error);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_ADMISSION_H_
