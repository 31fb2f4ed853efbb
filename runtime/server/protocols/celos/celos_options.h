#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_OPTIONS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_OPTIONS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// The command line of celos-server: Celos' own options, and some of ours.
struct CelosOptions {
  std::uint16_t port = 0;
  std::string workflows = "/etc/celos/workflows";
  std::string defaults = "/etc/celos/defaults";
  std::string logs = "/var/log/celos";
  std::string db = "/var/lib/celos/db";
  std::int64_t auto_schedule_s = -1;  ///< seconds from step to step; below 1: none by itself

  std::string host = "127.0.0.1";  ///< a numeric address
  std::string state;               ///< of hpdld; "": as for that
  std::string site;                ///< "": as for hpdld
  /// How long a submission whose answer was not heard may still be on its way to an Oozie.
  std::int64_t settle_s = 20;
  std::string hue;     ///< where the page shows jobs; "": nowhere
  std::string groups;  ///< the file that says how the page groups workflows; "": none
  bool help = false, version = false;
};

/// What is printed and what comes of a command line.
struct CelosCommandLine {
  CelosOptions options;
  std::string output;  ///< a line for each option of Celos' that was left out
};

/// The words behind the program. Options have one or two dashes, and their values behind `=` or as
/// the next word; other words are ignored. The error is what Java would say.
Result<CelosCommandLine> ReadCelosOptions(const std::vector<std::string_view>& arguments);

std::string_view CelosHelp();

/// The code of the error of a command line without a port, which is told with the help.
inline constexpr std::string_view kNoPort = "no port";

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_OPTIONS_H_
