#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_OWN_COMMANDS_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_OWN_COMMANDS_H_

#include <optional>
#include <string>
#include <vector>

#include "runtime/programs/client/answer.h"
#include "runtime/programs/client/failure.h"
#include "runtime/programs/client/settings.h"

/// What the program can do under its own name, beside Oozie's commands.
namespace hpdl::client {

/// What its --help prints.
std::string OwnHelpText();

/// `VERB JOB ...` as Oozie's `job -VERB JOB ...`, for the verbs info, log, definition, start,
/// suspend, resume, kill and rerun; other command lines stay as they are.
std::vector<std::string> WithJobVerb(std::vector<std::string> words);

/// Runs a command that is none of Oozie's: watch, queue, hws, import, celos-deploy,
/// celos-undeploy, completion, man, --help, --version. The exit code; none if `words` begin with
/// something else.
std::optional<int> RunOwnCommand(const Settings& settings, const std::vector<std::string>& words);

/// watch: shows a job and its actions (watch_view.h) until it has ended or is suspended. The exit
/// code is that of a program's `run`.
Result<int> WatchCommand(const Settings& settings, const std::vector<std::string>& words);

/// queue: shows what the server does and what waits there.
Result<void> QueueCommand(const Settings& settings, const std::vector<std::string>& words);

/// Its tables: what there is of each kind against its limit, then each item.
std::string WorkText(const Json& answer);

/// completion: the script of a shell, bash, zsh or fish. None for any other.
std::optional<std::string> CompletionScript(const std::string& shell);

/// man: the manual page, for man(1), of all commands and options.
std::string ManPage();

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_OWN_COMMANDS_H_
