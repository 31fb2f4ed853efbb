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
  std::uint16_t port = 11000;            ///< 0: any that is free
  std::string state;                     ///< "": as for programs
  std::string site;                      ///< "": as for programs
  std::string log;                       ///< a file; "": standard error
  std::string access_log;                ///< a file; "": none
  std::string tls_certificate, tls_key;  ///< paths; "": as the site says
  bool local = false;
  bool one_user = false;  ///< root serves itself, not each user
  bool check_config = false;
  celos::HostedOptions celos;
  std::string celos_import, celos_export;  ///< a directory of Celos to take over, or to write
  bool help = false, version = false, json = false;  ///< json: the form of --version
};

/// An error is the one thing that is wrong first.
Result<DaemonOptions> ReadOptions(const std::vector<std::string_view>& arguments);

/// `HOST:PORT` of --listen: HOST is a numeric address, in brackets if it is one of IPv6, or
/// localhost.
Result<void> ReadListen(std::string_view text, DaemonOptions* options);

/// Whether an address can be reached from this machine alone.
bool IsLoopback(std::string_view host);

/// Whether an address stands for all that this machine has.
bool IsAnyAddress(std::string_view host);

std::string_view DaemonHelp();

/// `given`, else $HPDL_STATE, $XDG_STATE_HOME/hpdl or ~/.local/state/hpdl, as for programs.
Result<std::string> DaemonState(const std::string& given);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_OPTIONS_H_
