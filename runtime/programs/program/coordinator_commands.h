#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_COORDINATOR_COMMANDS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_COORDINATOR_COMMANDS_H_

#include <span>
#include <string>

#include "runtime/ground/abi/hpdl_coordinator.h"
#include "runtime/programs/program/invocation.h"

/// Commands of a program that is a coordinator or a bundle. The state directory also contains the
/// jobs of the workflows that the program has started. So if a command names a job, the type in the
/// job's id decides whether the command acts on a coordinator, a bundle or a workflow.
namespace hpdl::rt {

inline bool IsCoordination(const hpdl_program& program) {
  return program.coordinator != nullptr || program.bundle != nullptr;
}
/// Returns the definition of the coordinator or bundle from which the program was made. The program
/// must not be a program of workflows.
const hpdl_definition& DefinitionOf(const hpdl_program& program);
/// Returns the program's name. If the name contains an expression, it is not evaluated.
std::string CoordinationName(const hpdl_program& program);

/// True if the command's job is a coordinator or a bundle. If the command has no job, the type of
/// the program decides. Returns false if the job cannot be found; the command then reports the
/// error.
bool IsForCoordination(Invocation& call);

/// The commands that only programs of coordinators and bundles link.
struct CoordinationCommands {
  std::span<const CommandSpec> all;  ///< all commands, in the order of --help
  int (*run)(Invocation&);
  int (*submit)(Invocation&);
  int (*start)(Invocation&);
  int (*wake)(Invocation&);
  int (*resume)(Invocation&);
  int (*suspend)(Invocation&);
  int (*kill)(Invocation&);
  int (*rerun)(Invocation&);
  int (*show)(Invocation&);
  int (*source)(Invocation&);
  int (*graph)(Invocation&);
  /// Returns the title of --help. If `title` is null, --help has the usual title for a coordinator
  /// or a bundle.
  std::string (*title)(const hpdl_program&) = nullptr;
  /// True if `word`, the operand JOB of a command, names something other than a job, for example a
  /// workflow of Celos scripts. If `means_other` is null, `word` always names a job.
  bool (*means_other)(const std::string& word) = nullptr;
};

int RunCoordination(Invocation& call);
int SubmitCoordination(Invocation& call);
int StartCoordination(Invocation& call);
int WakeCoordination(Invocation& call);
int ResumeCoordination(Invocation& call);
int SuspendCoordination(Invocation& call);
int KillCoordination(Invocation& call);
int RerunCoordination(Invocation& call);
int ChangeCoordination(Invocation& call);
int IgnoreCoordination(Invocation& call);
int UpdateCoordination(Invocation& call);
int CommandSla(Invocation& call);
int ShowCoordination(Invocation& call);
int SourceOfCoordination(Invocation& call);
int GraphOfCoordination(Invocation& call);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_COORDINATOR_COMMANDS_H_
