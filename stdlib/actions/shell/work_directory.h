#ifndef HPDL_STDLIB_ACTIONS_SHELL_WORK_DIRECTORY_H_
#define HPDL_STDLIB_ACTIONS_SHELL_WORK_DIRECTORY_H_

#include <string>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/shell/shell.kind.h"

namespace hpdl::stdlib {

/// Where a command runs.
struct WorkDirectory {
  std::string path;
  std::string program;             ///< argv[0]: <exec>, or "./" and its name if it was put here
  std::string configuration_file;  ///< the action's configuration as Hadoop XML, if it has one
};

/// Puts the application's command, the <file>s and the configuration into a directory of the
/// attempt's own; a command that needs none of them gets the job's common one, which is cheaper. A
/// resumed attempt leaves alone what is there already: its command may be using it.
rt::Result<WorkDirectory> ArrangeWorkDirectory(rt::ActionContext& ctx, const ShellArgs& args,
                                               const rt::Properties& configuration);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SHELL_WORK_DIRECTORY_H_
