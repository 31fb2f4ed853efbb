#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_NAMED_SLOTS_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_NAMED_SLOTS_H_

#include <optional>
#include <string>

#include "runtime/programs/program/invocation.h"
#include "runtime/rules/celos/definition.h"

/// Finds the workflows of the scripts and reads the times of slots that commands name.
namespace hpdl::rt::celos {

/// Reads a time from the command line. If the text is not a time, prints an error and returns
/// nullopt.
std::optional<ScheduledTime> ReadTime(Invocation& call, const std::string& text);

/// Returns the workflow with this id; null if the scripts do not define it.
const Workflow* FindWorkflow(const Configuration& configuration, const std::string& id);

/// True if the scripts define a workflow with this id.
bool IsWorkflow(const std::string& id);
/// True if the first operand is the id of a workflow of the scripts.
bool NamesWorkflow(const Invocation& call);

/// Prints that the workflow `id` does not exist, and suggests a similar id. Returns the exit code.
int RefuseUnknown(Invocation& call, const Configuration& configuration, const std::string& id);

/// Prints that the command needs the time of a slot after the id of the workflow. Returns the exit
/// code.
int RefuseTimeless(Invocation& call);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_NAMED_SLOTS_H_
