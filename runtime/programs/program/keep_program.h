#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_KEEP_PROGRAM_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_KEEP_PROGRAM_H_

#include <string>

#include "runtime/engines/workflow/engine.h"
#include "runtime/programs/program/invocation.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// Makes sure that `<state>/programs/<content hash>` is a complete and durable copy of this
/// program, and returns its path. A process that later goes on with a job finds this program there,
/// even if a new version is built meanwhile. Several programs may call this function at the same
/// time.
Result<std::string> KeepProgram(StateDirectory& state, const hpdl_program& program);

/// Calls KeepProgram() if --keep-program or --park was given, and puts the path into `options`.
Result<void> KeepIfWanted(const Invocation& call, StateDirectory& state, RunOptions* options);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_KEEP_PROGRAM_H_
