#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_OPTIONS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_OPTIONS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/server/access/own_hosts.h"

namespace hpdl::rt::celos {

/// The command line of celos-server: Celos' options and additional options.
struct CelosOptions {
  std::uint16_t port = 0;
  std::string workflows = "/etc/celos/workflows";
  std::string defaults = "/etc/celos/defaults";
  std::string logs = "/var/log/celos";
  std::string db = "/var/lib/celos/db";
  std::int64_t auto_schedule_s = -1;  ///< seconds from step to step; below 1: no automatic steps

  std::string host = "127.0.0.1";  ///< a numeric address
  OwnHosts hosts;                  ///< the hosts that clients may name
  std::string state;               ///< hpdld's state directory; "": hpdld's default
  std::string site;                ///< the site file; "": hpdld's default
  /// If the answer to a submission was lost, the submission may still reach an Oozie server for
  /// this number of seconds.
  std::int64_t settle_s = 20;
  std::string hue;     ///< the URL of Hue, to which jobs on the page link; "": no links
  std::string groups;  ///< the page's file of groups of workflows; "": no groups
  bool help = false, version = false;
};

/// A command line that was read, and the text to print for it.
struct CelosCommandLine {
  CelosOptions options;
  std::string output;  ///< a line for each missing option of Celos, with its default
};

/// Reads the arguments. An option begins with one or two dashes. Its value is after `=` or is the
/// next argument. Other arguments are ignored. Errors have the text that Celos, a Java program,
/// prints.
Result<CelosCommandLine> ReadCelosOptions(const std::vector<std::string_view>& arguments);

std::string_view CelosHelp();

/// The error code of a command line without --port; the program then also prints its help.
inline constexpr std::string_view kNoPort = "no port";

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_OPTIONS_H_
