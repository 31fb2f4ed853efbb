#ifndef HPDL_RUNTIME_SERVER_HPDLD_THIS_PROCESS_H_
#define HPDL_RUNTIME_SERVER_HPDLD_THIS_PROCESS_H_

#include <string>

#include "runtime/server/work/server_log.h"

namespace hpdl::rt {

/// Returns the path of this program.
std::string OwnPath();
/// Returns the path of hpdlc in the folder of this program.
std::string CompilerBeside();

/// Returns a log that writes each message as a line to standard error. The line has the time, the
/// level, `[user]` if `user` is not "", and the message.
ServerLog LogOf(const std::string& user);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_THIS_PROCESS_H_
