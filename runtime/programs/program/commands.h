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

/// Exit codes that users can rely on.
enum ExitCode : int {
  kExitDone = 0,    ///< also: the job SUCCEEDED
  kExitFailed = 1,  ///< the job FAILED; other commands: refused, with a reason
  kExitUsage = 2,   ///< usage, or refused before the job started
  kExitKilled = 3,
  kExitSuspended = 4,
  kExitParked = 5,    ///< the process ended; `wake` goes on when a wait of the job is over
  kExitSignal = 128,  ///< plus the signal's number; the process ended, the job is as it was
};

/// One call of the program. The object lives as long as the command runs.
struct Invocation {
  const hpdl_program& program;
  const ParsedLine& line;
  std::string self;  ///< the program's name as typed
  Output& out;
  Output& err;

  bool json() const { return line.Value("format") == "json"; }
  /// Returns `self`, followed by --state if it was given. Commands in hints must find the same job.
  std::string Hint() const;
  /// Writes `self: message` to err and returns `code`.
  int Refuse(int code, std::string_view message);
  int Refuse(int code, const Error& error);
};

/// Returns all commands of a program, in the order of --help.
std::span<const CommandSpec> Commands(const hpdl_program& program);

/// Does the work of main() in the emitted program. `args` does not have argv[0]. Returns the exit
/// code.
int RunProgram(const hpdl_program& program, std::string_view self,
               std::span<const std::string_view> args, Output& out, Output& err);

/// Returns the path of the state directory: --state, $HPDL_STATE, $XDG_STATE_HOME/hpdl or
/// ~/.local/state/hpdl.
Result<std::string> StatePath(const ParsedLine& line);
/// Opens the state directory. If it is missing and `create` is false, returns null: there are no
/// jobs.
Result<std::unique_ptr<StateDirectory>> OpenState(const ParsedLine& line, bool create);
/// A state directory and the full id of a job in it.
struct OpenedJob {
  std::unique_ptr<StateDirectory> state;
  std::string id;
};
/// Opens the state directory and finds the job that `word` means (job_ids.h). If the directory is
/// missing, the error is E0604, as for a missing job.
Result<OpenedJob> OpenJobOf(const Invocation& call, const std::string& word);
/// Does the same as OpenJobOf for a command on a workflow job. If the job is a coordinator or a
/// bundle, the error is kError E0710: only the program of that job can act on it.
Result<OpenedJob> OpenWorkflowOf(const Invocation& call, const std::string& word);

/// Returns the value of a number option; nullopt if it was not given. If the value is not a number,
/// prints that, sets `*code` to 2 and returns nullopt.
std::optional<std::int64_t> NumberOption(Invocation& call, std::string_view name, int* code);

/// Returns the properties of the command line: -D wins over --config, and a later --config over an
/// earlier one. An error's message has file:line if the place is known.
Result<Properties> GivenProperties(const Invocation& call, const std::string& site_path);

/// Records the options of start and resume with the job, as if they had been given to `run`.
Result<void> RecordOptions(Invocation& call, StateDirectory& state, const std::string& id);

/// Prints the job's state after a request was carried out, and returns the exit code.
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
