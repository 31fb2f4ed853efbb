#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_OOZIE_COMMANDS_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_OOZIE_COMMANDS_H_

#include <span>

#include "runtime/programs/client/arguments.h"

namespace hpdl::client {

/// Returns the commands of Oozie 5.2.1 and their options, as its help lists them.
std::span<const CommandDecl> OozieCommands();

/// Returns the command of this name; null if it does not exist.
const CommandDecl* FindOozieCommand(std::string_view name);

/// Returns the command `watch`, which Oozie does not have.
const CommandDecl& WatchDecl();
/// Returns the command `queue`, which Oozie does not have.
const CommandDecl& QueueDecl();

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_OOZIE_COMMANDS_H_
