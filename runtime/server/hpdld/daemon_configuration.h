#ifndef HPDL_RUNTIME_SERVER_HPDLD_DAEMON_CONFIGURATION_H_
#define HPDL_RUNTIME_SERVER_HPDLD_DAEMON_CONFIGURATION_H_

#include <optional>
#include <string>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/result.h"
#include "runtime/server/hpdld/gate.h"
#include "runtime/server/hpdld/log_file.h"
#include "runtime/server/hpdld/options.h"
#include "runtime/server/hpdld/password_gate.h"
#include "runtime/server/jobs/job_server.h"
#include "runtime/world/http/http_server.h"
#include "runtime/world/https/https_server.h"

namespace hpdl::rt {

/// What hpdld is told by its command line and its site.
struct DaemonConfiguration {
  ServerSetup setup;
  GateRules gate;
  std::optional<PasswordFile> passwords;
  std::optional<TlsFiles> tls;
  std::string url;
  bool many_users = false;  ///< each has a server of their own
  Descriptor socket;        ///< that listens already; -1: none. Not from here
  LogFiles logs;            ///< not open yet
};

/// Reads the site and checks all of it; nothing is made. An error is the one thing that is wrong
/// first. The secret of the gate is missing still: it may lie in the state directory.
Result<DaemonConfiguration> Configure(const DaemonOptions& options);

/// Refuses a key that others than its owner may read, and one that is not there.
Result<void> CheckOwnKey(const std::string& path);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_DAEMON_CONFIGURATION_H_
