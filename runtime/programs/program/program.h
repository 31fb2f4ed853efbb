#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_PROGRAM_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_PROGRAM_H_

#include <span>
#include <string_view>

#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/programs/program/options.h"
#include "runtime/programs/program/output.h"

namespace hpdl::rt {

/// Returns all commands of a program, in the order of --help.
std::span<const CommandSpec> Commands(const hpdl_program& program);

/// Does the work of main() in an emitted program. `args` does not contain argv[0]. Returns the exit
/// code.
int RunProgram(const hpdl_program& program, std::string_view self,
               std::span<const std::string_view> args, Output& out, Output& err);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_PROGRAM_H_
