#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_OOZIE_COMMANDS_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_OOZIE_COMMANDS_H_

#include <span>

#include "runtime/programs/client/arguments.h"

namespace hpdl::client {

/// The commands of Oozie 5.2.1 and their options, as its help lists them.
std::span<const CommandDecl> OozieCommands();

/// Null: there is none of this name.
const CommandDecl* FindOozieCommand(std::string_view name);

/// The command `watch`, which is none of Oozie's.
const CommandDecl& WatchDecl();
/// The command `queue`, likewise.
const CommandDecl& QueueDecl();

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_OOZIE_COMMANDS_H_
