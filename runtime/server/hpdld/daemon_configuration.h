#ifndef HPDL_RUNTIME_SERVER_HPDLD_DAEMON_CONFIGURATION_H_
#define HPDL_RUNTIME_SERVER_HPDLD_DAEMON_CONFIGURATION_H_

#include <optional>
#include <string>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/result.h"
#include "runtime/server/hpdld/log_file.h"
#include "runtime/server/hpdld/options.h"
#include "runtime/server/jobs/job_server.h"
#include "runtime/server/login/gate.h"
#include "runtime/server/login/password_gate.h"
#include "runtime/world/http/http_server.h"
#include "runtime/world/https/https_server.h"

namespace hpdl::rt {

/// The configuration of hpdld, from its command line and its site.
struct DaemonConfiguration {
  ServerSetup setup;
  OwnHosts hosts;
  std::string host_names;  ///< the names in `hosts` that the site adds, comma separated
  GateRules gate;
  std::optional<PasswordFile> passwords;
  std::optional<TlsFiles> tls;
  std::string url;
  bool many_users = false;  ///< each user has a server of their own
  Descriptor socket;  ///< A socket that listens already; -1: no socket. Configure() does not set
                      ///< this member.
  LogFiles logs;      ///< the logs are not open yet
};

/// Reads the site and checks all of it; makes no files. Returns the first problem found as the
/// error. Does not read the secret that signs cookies, because the file of the secret may be in the
/// state directory.
Result<DaemonConfiguration> Configure(const DaemonOptions& options);

/// Returns an error if the file of a private key is missing, or if users other than its owner may
/// read it.
Result<void> CheckOwnKey(const std::string& path);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_DAEMON_CONFIGURATION_H_
