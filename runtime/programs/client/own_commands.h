#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_OWN_COMMANDS_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_OWN_COMMANDS_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/programs/client/answer.h"
#include "runtime/programs/client/arguments.h"
#include "runtime/programs/client/failure.h"
#include "runtime/programs/client/settings.h"

/// The commands that the client has besides Oozie's commands, unless it was started under the name
/// `oozie`.
namespace hpdl::client {

/// A command that Oozie does not have. `words` begin with the name of the command. `run` returns
/// the exit code.
struct OwnCommand {
  const CommandDecl& (*decl)();
  int (*run)(const Settings& settings, const std::vector<std::string>& words);
  std::string_view help;  ///< the argument that prints the command's help; "": --help has it all
};
/// Returns the own commands, except `completion` and `man`, which have no options.
std::span<const OwnCommand> OwnCommands();

/// Returns the text of --help.
std::string OwnHelpText();

/// Returns the verbs of `job` that can also be typed as commands.
std::span<const std::string_view> JobVerbs();
/// Rewrites `VERB JOB ...` as Oozie's `job -VERB JOB ...`, for the verbs info, log, definition,
/// start, suspend, resume, kill and rerun. Other command lines stay as they are.
std::vector<std::string> WithJobVerb(std::vector<std::string> words);

/// Runs a command of OwnCommands() or its `help NAME`, or completion, man, --help or --version.
/// Returns the exit code; nullopt if `words` do not begin with one of these commands.
std::optional<int> RunOwnCommand(const Settings& settings, const std::vector<std::string>& words);

/// Runs `watch`: shows a job and its actions (watch_view.h) until the job has ended or is
/// suspended. Returns the same exit code as the command `run` of emitted programs.
Result<int> WatchCommand(const Settings& settings, const std::vector<std::string>& words);

/// Runs `queue`: shows the work that the server is doing and the work that is waiting.
Result<void> QueueCommand(const Settings& settings, const std::vector<std::string>& words);

/// Returns the tables of `queue`. The first table has the counts and limits of each kind of work.
/// The second table has each piece of work.
std::string WorkText(const Json& answer);

/// Returns the completion script of a shell: bash, zsh or fish. Returns nullopt for other shells.
std::optional<std::string> CompletionScript(const std::string& shell);

/// Returns the manual page, for man(1), of all commands and options.
std::string ManPage();

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_OWN_COMMANDS_H_
