#ifndef HPDL_RUNTIME_SERVER_HPDLD_THIS_PROCESS_H_
#define HPDL_RUNTIME_SERVER_HPDLD_THIS_PROCESS_H_

#include <string>

#include "runtime/server/work/server_log.h"

namespace hpdl::rt {

/// The path of this program.
std::string OwnPath();
/// hpdlc stands beside this program.
std::string CompilerBeside();

/// Writes to standard error, a line each: the time, the level, `[user]` if that is not "", and what
/// there is to say.
ServerLog LogOf(const std::string& user);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_THIS_PROCESS_H_
