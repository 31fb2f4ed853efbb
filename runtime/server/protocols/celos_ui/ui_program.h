#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_UI_PROGRAM_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_UI_PROGRAM_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/server/access/own_hosts.h"

namespace hpdl::rt::celos {

/// The command line of celos-ui: the options of Celos' UI, and --host.
struct UiOptions {
  std::uint16_t port = 0;
  std::string celos;               ///< the URL of the server, without a slash at its end
  std::string hue;                 ///< URL of Hue; "": no Hue
  std::string groups;              ///< file of groups; "": no groups
  std::string host = "127.0.0.1";  ///< a numeric address
  OwnHosts hosts;                  ///< the hosts that clients may name
  bool help = false, version = false;
};

Result<UiOptions> ReadUiOptions(const std::vector<std::string_view>& arguments);

/// Runs celos-ui from its command line to its end: serves the pages and asks a Celos server for
/// their data. Returns the exit code.
int RunCelosUi(const std::vector<std::string_view>& arguments, const std::string& version);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_UI_PROGRAM_H_
