#ifndef HPDL_STDLIB_ACTIONS_SHELL_WORK_DIRECTORY_H_
#define HPDL_STDLIB_ACTIONS_SHELL_WORK_DIRECTORY_H_

#include <string>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/shell/shell.kind.h"

namespace hpdl::stdlib {

/// Returns the program's file that <exec> names, or null: a file of the application, or a file in
/// its own or inherited lib/ (stdlib/local/library_files.h).
const hpdl_file* ProgramOf(const rt::ActionContext& ctx, const std::string& exec);

/// Returns the path of the file that <exec> names in the inherited libraries of another program. ""
/// if there is none, or if ProgramOf() or a <file> has the name.
std::string InheritedProgram(const rt::ActionContext& ctx, const ShellArgs& args);

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
