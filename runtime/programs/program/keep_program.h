#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_KEEP_PROGRAM_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_KEEP_PROGRAM_H_

#include <string>

#include "runtime/programs/program/commands.h"

namespace hpdl::rt {

/// Makes sure that `<state>/programs/<content hash>` is a copy of this program, whole and durable,
/// and gives its path: what goes on with a job later finds it there, whatever is built meanwhile.
/// Several programs may do so at once.
Result<std::string> KeepProgram(StateDirectory& state, const hpdl_program& program);

/// Does that for --keep-program and --park, and notes it in the options.
Result<void> KeepIfWanted(const Invocation& call, StateDirectory& state, RunOptions* options);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_KEEP_PROGRAM_H_
