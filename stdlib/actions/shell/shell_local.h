#ifndef HPDL_STDLIB_ACTIONS_SHELL_SHELL_LOCAL_H_
#define HPDL_STDLIB_ACTIONS_SHELL_SHELL_LOCAL_H_

#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/shell/shell.kind.h"

namespace hpdl::stdlib {

/// A shell action on this machine.
rt::Task<rt::Outcome> RunShellHere(rt::ActionContext& ctx);

/// The action's own NAME=VALUE. "JA018" for what is not of that form.
rt::Result<std::vector<std::string>> ShellVariables(const ShellArgs& args);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SHELL_SHELL_LOCAL_H_
