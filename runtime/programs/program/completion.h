#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_COMPLETION_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_COMPLETION_H_

#include <span>
#include <string>
#include <string_view>

#include "runtime/programs/program/options.h"

namespace hpdl::rt {

/// The shells that CompletionScript() can write for, separated by '|'.
inline constexpr std::string_view kCompletionShells = "bash|zsh|fish";

/// Returns the completion script of `shell`, which is one of kCompletionShells. The script is made
/// from the table of commands: it completes names of commands, options, values of options, and
/// files. For ids of jobs it calls `jobs --ids` of the program as the user typed it. `name` is the
/// program's name without folders; the shell completes commands with this name.
std::string CompletionScript(std::string_view shell, std::span<const CommandSpec> commands,
                             std::string_view name);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_COMPLETION_H_
