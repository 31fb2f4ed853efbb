#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_COMMANDS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_COMMANDS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runtime/engines/workflow/engine.h"
#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/programs/program/options.h"
#include "runtime/programs/program/output.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// Exit codes of the contract.
enum ExitCode : int {
  kExitDone = 0,    ///< also: the job SUCCEEDED
  kExitFailed = 1,  ///< the job FAILED; of the other commands: refused, with a reason
  kExitUsage = 2,   ///< usage, or refused before the job started
  kExitKilled = 3,
  kExitSuspended = 4,
  kExitParked = 5,    ///< the process ended, and `wake` goes on when a wait of the job is over
  kExitSignal = 128,  ///< and the signal's number: the process ended, and the job is as it was
};

/// One call of the program. Lives as long as the command runs.
struct Invocation {
  const hpdl_program& program;
  const ParsedLine& line;
  std::string self;  ///< as typed
  Output& out;
  Output& err;

  bool json() const { return line.Value("format") == "json"; }
  /// `self` with --state if that was given: commands in hints must find the same job.
  std::string Hint() const;
  /// Writes `self: message` to err and returns `code`.
  int Refuse(int code, std::string_view message);
  int Refuse(int code, const Error& error);
};

/// All commands of a program, in the order of --help.
std::span<const CommandSpec> Commands(const hpdl_program& program);

/// main() of the emitted program but for its arguments' form. `args` is without argv[0].
int RunProgram(const hpdl_program& program, std::string_view self,
               std::span<const std::string_view> args, Output& out, Output& err);

/// --state, $HPDL_STATE, $XDG_STATE_HOME/hpdl or ~/.local/state/hpdl.
Result<std::string> StatePath(const ParsedLine& line);
/// Opens the state directory. Without `create` a missing one has no jobs: null.
Result<std::unique_ptr<StateDirectory>> OpenState(const ParsedLine& line, bool create);
/// The state directory and the full id of a job in it.
struct OpenedJob {
  std::unique_ptr<StateDirectory> state;
  std::string id;
};
/// Opens the state directory and finds the job that `word` means (job_ids.h). A missing directory
/// is E0604 like a missing job.
Result<OpenedJob> OpenJobOf(const Invocation& call, const std::string& word);
/// The same of a job that a workflow's command acts on: kError E0710 if it is a coordinator or a
/// bundle, which only their own programs know.
Result<OpenedJob> OpenWorkflowOf(const Invocation& call, const std::string& word);

/// The value of a number option; nothing if it was not given. `*code` becomes 2 if it is no number,
/// which has been told then.
std::optional<std::int64_t> NumberOption(Invocation& call, std::string_view name, int* code);

/// -D over later --config over earlier ones. The message of a refusal has file:line where there is
/// one.
Result<Properties> GivenProperties(const Invocation& call, const std::string& site_path);

/// Options of start and resume: recorded with the job, as if they had been given to `run`.
Result<void> RecordOptions(Invocation& call, StateDirectory& state, const std::string& id);

/// Prints what the job is now, after a request was carried out, and gives the exit code.
int ReportState(Invocation& call, StateDirectory& state, const std::string& id);

int RunCommand(Invocation& call);
int SubmitCommand(Invocation& call);
int StartCommand(Invocation& call);
int RerunCommand(Invocation& call);
int ResumeCommand(Invocation& call);
int WakeCommand(Invocation& call);
int SuspendCommand(Invocation& call);
int KillCommand(Invocation& call);
int RetryCommand(Invocation& call);
int JobsCommand(Invocation& call);
int InfoCommand(Invocation& call);
int LogCommand(Invocation& call);
int TokenCommand(Invocation& call);
int GraphCommand(Invocation& call);
int ParamsCommand(Invocation& call);
int SourceCommand(Invocation& call);
int PurgeCommand(Invocation& call);
int StoreCommand(Invocation& call);
int CompletionCommand(Invocation& call);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_COMMANDS_H_
