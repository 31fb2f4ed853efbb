#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_NAMED_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_NAMED_H_

#include <optional>
#include <string>

#include "runtime/programs/program/commands.h"
#include "runtime/rules/celos/definition.h"

/// What commands name: workflows of the scripts, and times of slots.
namespace hpdl::rt::celos {

/// Reads a time of the command line; nothing after a refusal.
std::optional<ScheduledTime> ReadTime(Invocation& call, const std::string& text);

/// Null: there is none of this id.
const Workflow* FindWorkflow(const Configuration& configuration, const std::string& id);

/// Whether the scripts define a workflow of this id.
bool IsWorkflow(const std::string& id);
/// Whether the first operand is one.
bool NamesWorkflow(const Invocation& call);

/// Says so, and which one may be meant. Gives the exit code.
int RefuseUnknown(Invocation& call, const Configuration& configuration, const std::string& id);

/// Likewise that a command of a workflow of the scripts lacks the time of a slot.
int RefuseTimeless(Invocation& call);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_NAMED_H_
