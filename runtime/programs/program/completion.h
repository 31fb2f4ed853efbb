#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_COMPLETION_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_COMPLETION_H_

#include <span>
#include <string>
#include <string_view>

#include "runtime/programs/program/options.h"

namespace hpdl::rt {

/// The shells that a completion script can be had for, separated by '|'.
inline constexpr std::string_view kCompletionShells = "bash|zsh|fish";

/// The completion script of `shell`, one of the above, made from the table of commands: their
/// names, options, values of options and files; ids of jobs come from `jobs --ids` of the program
/// as it was typed. `name` is the word that it completes for, without folders.
std::string CompletionScript(std::string_view shell, std::span<const CommandSpec> commands,
                             std::string_view name);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_COMPLETION_H_
