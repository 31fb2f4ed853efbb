#ifndef HPDL_RUNTIME_SERVER_HPDLD_OPTIONS_H_
#define HPDL_RUNTIME_SERVER_HPDLD_OPTIONS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/server/protocols/celos_hosted/hosted_options.h"

namespace hpdl::rt {

/// The command line of hpdld.
struct DaemonOptions {
  std::string host = "127.0.0.1";        ///< a numeric address
  std::uint16_t port = 11000;            ///< 0: any free port
  std::string state;                     ///< a directory; "": the directory of DaemonState()
  std::string site;                      ///< a file; "": $HPDL_SITE, or else /etc/hpdl/site.xml
  std::string log;                       ///< a file; "": standard error
  std::string access_log;                ///< a file; "": no access log
  std::string tls_certificate, tls_key;  ///< paths of files; "": the files that the site names
  bool local = false;
  bool one_user = false;  ///< if root starts hpdld, it runs all jobs as root, not as their users
  bool check_config = false;
  celos::HostedOptions celos;
  /// The Celos directory to import slots from, and the Celos directory to export slots to.
  std::string celos_import, celos_export;
  bool help = false, version = false, json = false;  ///< json: --version prints JSON
};

/// Reads the command line. Returns the first problem found as the error.
Result<DaemonOptions> ReadOptions(const std::vector<std::string_view>& arguments);

/// Reads `HOST:PORT` of --listen into `options`. HOST is a numeric address, in brackets for IPv6,
/// or localhost.
Result<void> ReadListen(std::string_view text, DaemonOptions* options);

/// True if only this machine can reach an address.
bool IsLoopback(std::string_view host);

/// True if an address stands for all addresses of this machine.
bool IsAnyAddress(std::string_view host);

std::string_view DaemonHelp();

/// Returns the path of the state directory: `given`, or else $HPDL_STATE, $XDG_STATE_HOME/hpdl or
/// ~/.local/state/hpdl.
Result<std::string> DaemonState(const std::string& given);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_OPTIONS_H_
