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

/// The commands of Oozie's client. Each prints what it prints to standard output; a failure is left
/// to be reported.
namespace hpdl::client {

/// What a command is asked for.
struct Invocation {
  const Settings& settings;
  const ParsedArguments& arguments;

  /// What becomes of the job under: -doas, else the user of this machine.
  std::string user() const;
  /// -localtime, -timezone, OOZIE_TIMEZONE, else GMT.
  NamedZone zone() const;
};

/// The server of -oozie, else of OOZIE_URL.
Result<std::string> ReadServer(const Invocation& invocation);
/// From ReadServer(), -auth, -username and -password, -doas, -debug.
Result<Login> ReadLogin(const Invocation& invocation);
/// The same for a server.
Result<Login> ReadLoginAt(const Invocation& invocation, const std::string& url);

/// A number as Integer.parseInt() takes it.
Result<int> ReadInteger(const std::string& text);

/// Whatever `text` is, at once: a command may wait after it, or fail.
void Print(const std::string& text);

Result<void> JobCommand(const Invocation& invocation);
Result<void> JobsCommand(const Invocation& invocation);
Result<void> AdminCommand(const Invocation& invocation);
Result<void> ValidateCommand(const Invocation& invocation);
Result<void> SlaCommand(const Invocation& invocation);
Result<void> MapReduceCommand(const Invocation& invocation);
/// `kind` is pig or hive.
Result<void> ScriptCommand(const Invocation& invocation, const std::string& kind);
Result<void> SqoopCommand(const Invocation& invocation);

// ---- What `job` does

/// The JSON that a GET of `path` gives.
Result<Json> Show(Session* session, const std::string& path, Parameters parameters);

/// `action` is start or none.
Result<void> SubmitJob(Session* session, const Invocation& invocation,
                       std::optional<std::string> action);
Result<void> DryRun(Session* session, const Invocation& invocation);
Result<void> Rerun(Session* session, const Invocation& invocation);
Result<void> Log(Session* session, const Invocation& invocation);
/// A log as it comes; the parameters say which.
Result<void> ShowLog(Session* session, const std::string& id, Parameters parameters);
/// Asks for the status until it is a last one, or -timeout is over.
Result<void> Poll(Session* session, const Invocation& invocation);

// ---- What `job` does with coordinators and bundles

Result<void> ChangeJob(Session* session, const Invocation& invocation);
Result<void> UpdateJob(Session* session, const Invocation& invocation);
Result<void> IgnoreJob(Session* session, const Invocation& invocation);
/// Actions of a coordinator, by -action or -date.
Result<void> KillActions(Session* session, const Invocation& invocation);
Result<void> RerunCoordinator(Session* session, const Invocation& invocation);
Result<void> RerunBundle(Session* session, const Invocation& invocation);
Result<void> ShowCoordinator(Session* session, const Invocation& invocation);
Result<void> ShowCoordinatorAction(Session* session, const Invocation& invocation);
Result<void> ShowBundle(Session* session, const Invocation& invocation);
Result<void> ShowMissing(Session* session, const Invocation& invocation);
/// `verb` is sla-enable, sla-disable or sla-change, asked for by the option `option`.
Result<void> ChangeSla(Session* session, const Invocation& invocation, const std::string& option,
                       const std::string& verb);

/// The path of a job's requests. An empty id is an error.
Result<std::string> JobPath(const std::string& id, const std::string& name = "jobId");

/// Runs one command line, without the name of the program: one of Oozie's, or, if `own_too`, one of
/// own_commands.h. The exit code.
int RunClient(std::vector<std::string> arguments, bool own_too);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_COMMANDS_H_
