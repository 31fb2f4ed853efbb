#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_COORDINATOR_COMMANDS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_COORDINATOR_COMMANDS_H_

#include <span>
#include <string>

#include "runtime/ground/abi/hpdl_coordinator.h"
#include "runtime/programs/program/commands.h"

/// Commands of a program that is a coordinator or a bundle. Those about a job act on what its id
/// says that it is: the jobs of workflows that it has started are in the same state directory.
namespace hpdl::rt {

inline bool IsCoordination(const hpdl_program& program) {
  return program.coordinator != nullptr || program.bundle != nullptr;
}
/// What the program is made of, if it is one.
const hpdl_definition& DefinitionOf(const hpdl_program& program);
/// Its name: the text, or the expression as written.
std::string CoordinationName(const hpdl_program& program);

/// Whether the command's job, or without one the program, is a coordinator or a bundle. What cannot
/// be found is left to the command to tell.
bool IsForCoordination(Invocation& call);

/// What programs of coordinators and bundles have besides, which no other program links.
struct CoordinationCommands {
  std::span<const CommandSpec> all;  ///< in the order of --help
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
  /// What --help says that the program is; null: a coordinator or a bundle.
  std::string (*title)(const hpdl_program&) = nullptr;
  /// Whether a command that takes a job has another meaning with this word; null: with none.
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
