#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_COMMANDS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_COMMANDS_H_

#include "runtime/programs/program/invocation.h"

/// The commands that all programs have. The files command_*.cpp contain them. A command prints its
/// errors and returns the exit code of the process.
namespace hpdl::rt {

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
