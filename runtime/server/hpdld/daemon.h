#ifndef HPDL_RUNTIME_SERVER_HPDLD_DAEMON_H_
#define HPDL_RUNTIME_SERVER_HPDLD_DAEMON_H_

#include "runtime/server/hpdld/options.h"

namespace hpdl::rt {

/// Serves until SIGTERM or SIGINT, or until it cannot. Gives the exit code; what is wrong has been
/// told on standard error.
int Serve(DaemonOptions options);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_DAEMON_H_
