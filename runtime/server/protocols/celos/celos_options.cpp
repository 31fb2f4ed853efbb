#include "runtime/server/protocols/celos/celos_options.h"

#include <limits>

#include "runtime/ground/base/lower_case.h"
#include "runtime/rules/celos/java_exception.h"
#include "runtime/server/protocols/celos/command_words.h"

namespace hpdl::rt::celos {
namespace {

// The options in the order in which their defaults are printed.
constexpr std::string_view kNames[] = {"dbType",    "db",   "defaults",
                                       "workflows", "logs", "autoSchedule"};
constexpr std::int64_t kMostSettle = 86'400;

}  // namespace

Result<CelosCommandLine> ReadCelosOptions(const std::vector<std::string_view>& arguments) {
  Result<OptionValues> values =
      ReadOptionValues(arguments, {"dbType", "db", "defaults", "workflows", "logs", "autoSchedule",
                                   "port", "jdbcUrl", "jdbcName", "jdbcPassword", "host", "hosts",
                                   "state", "site", "settle", "hue", "config"});
  HPDL_TRY(values);
  CelosCommandLine line;
  CelosOptions& options = line.options;
  options.help = values->contains("help");
  options.version = values->contains("version");
  if (options.help || options.version) {
    return line;
  }
  if (!values->contains("port")) {
    return JavaException(kNoPort, "java.lang.IllegalArgumentException: Missing --port argument");
  }
  const Result<std::uint16_t> port = ReadPort((*values)["port"]);
  HPDL_TRY(port);
  options.port = *port;
  const OptionValues defaults = {{"dbType", "FILESYSTEM"},       {"db", options.db},
                                 {"defaults", options.defaults}, {"workflows", options.workflows},
                                 {"logs", options.logs},         {"autoSchedule", "-1"}};
  for (const std::string_view name : kNames) {
    const std::string& value = defaults.find(name)->second;
    if (values->emplace(name, value).second) {
      line.output +=
          "--" + std::string(name) + " not specified, using default value: " + value + "\n";
    }
  }
  if (LowerCase((*values)["dbType"]) != "filesystem") {
    return JavaException(kIllegalArgument, "--dbType " + (*values)["dbType"] +
                                               ": only --dbType FILESYSTEM is supported");
  }
  const Result<std::int64_t> seconds =
      ReadOptionNumber((*values)["autoSchedule"], std::numeric_limits<std::int32_t>::min(),
                       std::numeric_limits<std::int32_t>::max());
  HPDL_TRY(seconds);
  options.auto_schedule_s = *seconds;
  if (values->contains("settle")) {
    const Result<std::int64_t> settle = ReadOptionNumber((*values)["settle"], 0, kMostSettle);
    HPDL_TRY(settle);
    options.settle_s = *settle;
  }
  options.db = (*values)["db"];
  options.defaults = (*values)["defaults"];
  options.workflows = (*values)["workflows"];
  options.logs = (*values)["logs"];
  options.state = (*values)["state"];
  options.site = (*values)["site"];
  options.hue = (*values)["hue"];
  options.groups = (*values)["config"];
  if (values->contains("host")) {
    options.host = (*values)["host"];
    HPDL_TRY(CheckHost(options.host));
  }
  options.hosts.Add((*values)["hosts"]);
  return line;
}

std::string_view CelosHelp() {
  return "usage: celos-server --port PORT [--workflows DIR] [--defaults DIR] [--db DIR] [--logs "
         "DIR]\n"
         "                    [--autoSchedule SECONDS] [--host ADDRESS] [--hosts NAMES] [--state "
         "DIR]\n"
         "                    [--site FILE] [--hue URL] [--config FILE]\n"
         "\n"
         "Serves the workflows that a folder of JavaScript files defines. Clients of Celos can "
         "use\n"
         "this server, and it reads and writes the files of Celos.\n"
         "\n"
         "  --port PORT         listens at this port; 0 means any free port\n"
         "  --workflows DIR     reads the scripts (default: /etc/celos/workflows)\n"
         "  --defaults DIR      reads the scripts that they import (default: /etc/celos/defaults)\n"
         "  --db DIR            keeps the state of the slots (default: /var/lib/celos/db)\n"
         "  --logs DIR          writes celos.log, with a file for each earlier day (default:\n"
         "                      /var/log/celos)\n"
         "  --autoSchedule SECONDS\n"
         "                      runs a step every SECONDS (default: -1, never)\n"
         "  --dbType FILESYSTEM keeps the state in files; no other type is supported\n"
         "  --host ADDRESS      listens at this address (default: 127.0.0.1; Celos: 0.0.0.0)\n"
         "  --hosts NAMES       allows clients to call the server by these host names too, "
         "separated\n"
         "                      by commas\n"
         "  --state DIR         records submissions that have not ended (default: as for hpdld)\n"
         "  --site FILE         reads the site configuration, as hpdld does\n"
         "  --settle SECONDS    waits this long for an interrupted submission to appear in Oozie\n"
         "                      before it submits again (default: 20)\n"
         "  --hue URL           links the jobs of slots on the page /ui to this URL\n"
         "  --config FILE       reads the groups of workflows for the page /ui, as Celos' UI does\n"
         "  --help, --version\n";
}

}  // namespace hpdl::rt::celos
