#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_COMPLETION_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_COMPLETION_H_

#include <span>
#include <string_view>

#include "runtime/programs/command_line/completion.h"
#include "runtime/programs/program/options.h"

namespace hpdl::rt {

/// Describes a program for completion scripts. With it, shells complete commands, options, values
/// of options, files, and the ids of jobs that `jobs --ids` prints. `name` is the program's name
/// without folders.
CompletedProgram DescribeForShells(std::span<const CommandSpec> commands, std::string_view name);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_COMPLETION_H_
