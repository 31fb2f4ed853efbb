#ifndef HPDL_STDLIB_LOCAL_LOCAL_COMMAND_H_
#define HPDL_STDLIB_LOCAL_LOCAL_COMMAND_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/core/common.h"
#include "stdlib/local/remote_files.h"

/// The common steps of an attempt that runs one command on this machine.
namespace hpdl::stdlib {

/// The parts that differ between the kinds. RunLocalCommand() calls the functions while it runs.
struct LocalCommand {
  std::string what;  ///< the command's name in the progress view and in messages
  std::string name_node;
  NamedFiles files;
  Prepare prepare;
  /// Prepares the files of the command and returns the command. A resumed attempt may call this
  /// function again while the command runs.
  std::function<rt::Result<rt::Command>()> arrange;
  /// Returns the error of the attempt after a started command has ended. Returns nullopt if the
  /// command succeeded.
  std::function<std::optional<rt::Error>(const rt::ExitStatus&)> error_of;
  /// Names more files to fetch. It is called when `files` are on this machine, so it can read
  /// <job-xml>. The function is null if there are no such files.
  std::function<rt::Result<NamedFiles>()> more_files;
  /// Returns the path of the file with the captured output. The function is null if no output is
  /// captured.
  std::function<rt::Result<std::string>()> captured;
  /// Adds facts to the outcome of a command that was started and has ended, also if it failed. The
  /// function is null if there is nothing to add.
  std::function<void(rt::Outcome*)> complete;
  /// Files with secrets that `arrange` makes for the command. They are deleted when the command has
  /// ended. The pointer is null if there are no such files.
  const std::vector<std::string>* secret_files = nullptr;
  bool captures_stdout = false;  ///< the captured output is the command's standard output
};

/// Fetches the files, does <prepare>, and arranges and runs the command. Reads the captured output
/// if the command succeeded.
rt::Task<rt::Outcome> RunLocalCommand(rt::ActionContext& ctx, LocalCommand command);

/// Returns the base of an action's paths without scheme as a URI (FileSystemUri()): `name_node`, or
/// else the name node of <global>, or else "".
std::string NameNodeOf(const rt::ActionContext& ctx, const std::optional<std::string>& name_node);

/// Returns the <job-xml> files that JobXmlOf() returns for the action, and the action's files and
/// archives.
NamedFiles FilesOf(const rt::ActionContext& ctx, const std::vector<std::string>& job_xml,
                   std::vector<std::string> files, const std::vector<std::string>& archives);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_LOCAL_COMMAND_H_
