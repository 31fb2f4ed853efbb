#ifndef HPDL_STDLIB_ACTIONS_SHELL_WORK_DIRECTORY_H_
#define HPDL_STDLIB_ACTIONS_SHELL_WORK_DIRECTORY_H_

#include <string>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/shell/shell.kind.h"

namespace hpdl::stdlib {

/// The directory in which a command runs.
struct WorkDirectory {
  std::string path;
  std::string program;             ///< argv[0]: <exec>, or "./NAME" for a program in this directory
  std::string configuration_file;  ///< the path of the configuration as XML; "": no properties
};

/// Puts the application's command, the <file>s and the configuration into a directory of the
/// attempt. A command that needs no file gets the job's common directory, which is cheaper. A
/// resumed attempt does not touch existing files, because its command may be using them.
rt::Result<WorkDirectory> ArrangeWorkDirectory(rt::ActionContext& ctx, const ShellArgs& args,
                                               const rt::Properties& configuration);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SHELL_WORK_DIRECTORY_H_
