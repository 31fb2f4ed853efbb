#ifndef HPDL_RUNTIME_SERVER_HPDLD_DAEMON_H_
#define HPDL_RUNTIME_SERVER_HPDLD_DAEMON_H_

#include "runtime/server/hpdld/options.h"

namespace hpdl::rt {

/// Serves until SIGTERM or SIGINT, or until it cannot serve. Prints errors on standard error.
/// Returns the exit code.
int Serve(DaemonOptions options);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_DAEMON_H_
