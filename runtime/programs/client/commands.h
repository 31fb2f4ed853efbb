#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_COMMANDS_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_COMMANDS_H_

#include <optional>
#include <string>
#include <vector>

#include "runtime/programs/client/answer.h"
#include "runtime/programs/client/arguments.h"
#include "runtime/programs/client/failure.h"
#include "runtime/programs/client/job_configuration.h"
#include "runtime/programs/client/session.h"
#include "runtime/programs/client/settings.h"
#include "runtime/programs/client/time_zones.h"

/// The commands of Oozie's client. Each command prints its result to standard output. If the
/// command fails, it returns the failure, and the caller reports the failure.
namespace hpdl::client {

/// The settings and the parsed command line of one call of a command.
struct Invocation {
  const Settings& settings;
  const ParsedArguments& arguments;

  /// Returns the user for whom the job runs: -doas, else the user of this machine.
  std::string user() const;
  /// Returns the time zone of the output: -localtime, else -timezone, else OOZIE_TIMEZONE, else
  /// GMT.
  NamedZone zone() const;
};

/// Returns the URL of the server: -oozie, else OOZIE_URL.
Result<std::string> ReadServer(const Invocation& invocation);
/// Makes the login from ReadServer() and the options -auth, -username, -password, -doas and -debug.
Result<Login> ReadLogin(const Invocation& invocation);
/// Does the same as ReadLogin(), but for the server `url`.
Result<Login> ReadLoginAt(const Invocation& invocation, const std::string& url);

/// Reads a number as Integer.parseInt() does.
Result<int> ReadInteger(const std::string& text);

/// Writes `text` to standard output.
void Print(const std::string& text);

Result<void> JobCommand(const Invocation& invocation);
Result<void> JobsCommand(const Invocation& invocation);
Result<void> AdminCommand(const Invocation& invocation);
Result<void> ValidateCommand(const Invocation& invocation);
Result<void> SlaCommand(const Invocation& invocation);
Result<void> MapReduceCommand(const Invocation& invocation);
/// Runs the command `pig` or `hive`; `kind` is its name.
Result<void> ScriptCommand(const Invocation& invocation, const std::string& kind);
Result<void> SqoopCommand(const Invocation& invocation);

// ---- The options of `job`

/// Returns the JSON that a GET of `path` returns.
Result<Json> Show(Session* session, const std::string& path, Parameters parameters);

/// Submits a job. `action` is "start" if the job must also be started, else nullopt.
Result<void> SubmitJob(Session* session, const Invocation& invocation,
                       std::optional<std::string> action);
Result<void> DryRun(Session* session, const Invocation& invocation);
Result<void> Rerun(Session* session, const Invocation& invocation);
Result<void> Log(Session* session, const Invocation& invocation);
/// Prints a log while it arrives from the server. `parameters` select the log.
Result<void> ShowLog(Session* session, const std::string& id, Parameters parameters);
/// Requests the status again and again until it is final or the time of -timeout has passed.
Result<void> Poll(Session* session, const Invocation& invocation);

// ---- The options of `job` for coordinators and bundles

Result<void> ChangeJob(Session* session, const Invocation& invocation);
Result<void> UpdateJob(Session* session, const Invocation& invocation);
Result<void> IgnoreJob(Session* session, const Invocation& invocation);
/// Kills the actions of a coordinator that -action or -date selects.
Result<void> KillActions(Session* session, const Invocation& invocation);
Result<void> RerunCoordinator(Session* session, const Invocation& invocation);
Result<void> RerunBundle(Session* session, const Invocation& invocation);
Result<void> ShowCoordinator(Session* session, const Invocation& invocation);
Result<void> ShowCoordinatorAction(Session* session, const Invocation& invocation);
Result<void> ShowBundle(Session* session, const Invocation& invocation);
Result<void> ShowMissing(Session* session, const Invocation& invocation);
/// Changes the SLA of a job. `verb` is sla-enable, sla-disable or sla-change. The value of the
/// command-line option `option` is the job's id.
Result<void> ChangeSla(Session* session, const Invocation& invocation, const std::string& option,
                       const std::string& verb);

/// Returns the path of the requests for a job. An empty id is an error. The error's message refers
/// to the id by the word `name`.
Result<std::string> JobPath(const std::string& id, const std::string& name = "jobId");

/// Runs a command of Oozie's client. If `own_too` is true, the commands of own_commands.h are
/// allowed too. `arguments` is the command line without the program's name. Returns the exit code.
int RunClient(std::vector<std::string> arguments, bool own_too);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_COMMANDS_H_
