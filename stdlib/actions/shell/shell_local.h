#ifndef HPDL_STDLIB_ACTIONS_SHELL_SHELL_LOCAL_H_
#define HPDL_STDLIB_ACTIONS_SHELL_SHELL_LOCAL_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/shell/shell.kind.h"

namespace hpdl::stdlib {

/// Runs a shell action on this machine.
rt::Task<rt::Outcome> RunShellHere(rt::ActionContext& ctx);

/// Returns the NAME=VALUE entries of the action. Fails with "JA018" if an entry does not have this
/// form.
rt::Result<std::vector<std::string>> ShellVariables(const ShellArgs& args);

/// Returns the entry PATH=... of a command: the work directory, then the PATH that `variables` set,
/// or else `inherited`. So a script can call another file of the work directory by its name.
std::string PathEntry(const std::vector<std::string>& variables, std::string_view inherited);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SHELL_SHELL_LOCAL_H_
