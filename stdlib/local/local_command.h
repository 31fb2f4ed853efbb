#ifndef HPDL_STDLIB_LOCAL_LOCAL_COMMAND_H_
#define HPDL_STDLIB_LOCAL_LOCAL_COMMAND_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/core/common.h"
#include "stdlib/local/remote_files.h"

/// The frame of an attempt that is one command on this machine.
namespace hpdl::stdlib {

/// What the kinds differ in. The functions are called while RunLocalCommand() runs.
struct LocalCommand {
  std::string what;  ///< names the command in the progress view and in messages
  std::string name_node;
  NamedFiles files;
  Prepare prepare;
  /// Puts everything in place. May be called again for a resumed attempt, beside the running
  /// command.
  std::function<rt::Result<rt::Command>()> arrange;
  /// What the end of a command that was started means.
  std::function<std::optional<rt::Error>(const rt::ExitStatus&)> error_of;
  /// The file that captured output is in; null if none is wanted.
  std::function<rt::Result<std::string>()> captured;
  /// Files with secrets that `arrange` makes for the command; they go when it has ended. Null if
  /// there are none.
  const std::vector<std::string>* secret_files = nullptr;
  bool captures_stdout = false;  ///< it is what the command wrote to its standard output
};

/// Fetches the files, does <prepare>, arranges and runs the command, and reads what is captured if
/// it ended well.
rt::Task<rt::Outcome> RunLocalCommand(rt::ActionContext& ctx, LocalCommand command);

/// Where an action's paths without scheme are: its element, else that of <global>, else "".
std::string NameNodeOf(const rt::ActionContext& ctx, const std::optional<std::string>& name_node);

/// The action's JobXmlOf(), its files, then its archives.
NamedFiles FilesOf(const rt::ActionContext& ctx, const std::vector<std::string>& job_xml,
                   std::vector<std::string> files, const std::vector<std::string>& archives);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_LOCAL_COMMAND_H_
