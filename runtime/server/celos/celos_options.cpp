#include "runtime/server/celos/celos_options.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <iterator>
#include <limits>
#include <map>
#include <optional>

#include "runtime/base/lower_case.h"
#include "runtime/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::string_view kCli = "org.apache.commons.cli.";
// In the order in which their defaults are told.
constexpr std::string_view kNames[] = {"dbType",    "db",   "defaults",
                                       "workflows", "logs", "autoSchedule"};
constexpr std::string_view kOthers[] = {"port", "jdbcUrl", "jdbcName", "jdbcPassword",
                                        "host", "state",   "site",     "settle"};

constexpr std::int64_t kMostSettle = 86'400;

using Values = std::map<std::string, std::string, std::less<>>;

Error CliError(std::string_view name, std::string message) {
  return JavaException(std::string(kCli) + std::string(name), std::move(message));
}

bool IsOption(std::string_view name) {
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames) ||
         std::find(std::begin(kOthers), std::end(kOthers), name) != std::end(kOthers);
}

Result<Values> ReadValues(const std::vector<std::string_view>& arguments) {
  Values values;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view word = arguments[i];
    if (word == "--") {
      break;  // the rest is no option
    }
    if (!word.starts_with('-') || word == "-") {
      continue;
    }
    const std::size_t dashes = word.starts_with("--") ? 2 : 1;
    const std::size_t equals = word.find('=');
    const std::string name(
        word.substr(dashes, equals == std::string_view::npos ? equals : equals - dashes));
    if (name == "help" || name == "version") {
      values[name] = "true";
      continue;
    }
    if (!IsOption(name)) {
      return CliError("UnrecognizedOptionException", "Unrecognized option: " + std::string(word));
    }
    if (equals != std::string_view::npos) {
      values.emplace(name, word.substr(equals + 1));
    } else if (i + 1 < arguments.size()) {
      values.emplace(name, arguments[++i]);
    } else {
      return CliError("MissingArgumentException", "Missing argument for option: " + name);
    }
  }
  return values;
}

Result<std::int64_t> ReadNumber(const std::string& text, std::int64_t least, std::int64_t most) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < least || number > most) {
    return JavaException("java.lang.NumberFormatException", "For input string: \"" + text + "\"");
  }
  return number;
}

Result<void> CheckHost(const std::string& host) {
  boost::system::error_code error;
  boost::asio::ip::make_address(host, error);
  return error ? Result<void>(JavaException(kIllegalArgument,
                                            "--host '" + host + "': expected a numeric address"))
               : Result<void>();
}

}  // namespace

Result<CelosCommandLine> ReadCelosOptions(const std::vector<std::string_view>& arguments) {
  Result<Values> values = ReadValues(arguments);
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
  const Result<std::int64_t> port =
      ReadNumber((*values)["port"], 0, std::numeric_limits<std::uint16_t>::max());
  HPDL_TRY(port);
  options.port = static_cast<std::uint16_t>(*port);
  const Values defaults = {{"dbType", "FILESYSTEM"},       {"db", options.db},
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
                                               ": the state is in files here, --dbType FILESYSTEM");
  }
  const Result<std::int64_t> seconds =
      ReadNumber((*values)["autoSchedule"], std::numeric_limits<std::int32_t>::min(),
                 std::numeric_limits<std::int32_t>::max());
  HPDL_TRY(seconds);
  options.auto_schedule_s = *seconds;
  if (values->contains("settle")) {
    const Result<std::int64_t> settle = ReadNumber((*values)["settle"], 0, kMostSettle);
    HPDL_TRY(settle);
    options.settle_s = *settle;
  }
  options.db = (*values)["db"];
  options.defaults = (*values)["defaults"];
  options.workflows = (*values)["workflows"];
  options.logs = (*values)["logs"];
  options.state = (*values)["state"];
  options.site = (*values)["site"];
  if (values->contains("host")) {
    options.host = (*values)["host"];
    HPDL_TRY(CheckHost(options.host));
  }
  return line;
}

std::string_view CelosHelp() {
  return "usage: celos-server --port PORT [--workflows DIR] [--defaults DIR] [--db DIR] [--logs "
         "DIR]\n"
         "                    [--autoSchedule SECONDS] [--host ADDRESS] [--state DIR] [--site "
         "FILE]\n"
         "\n"
         "Serves the workflows that a folder of JavaScript files defines, as Celos does: to its\n"
         "clients, with its files.\n"
         "\n"
         "  --port PORT         where to listen; 0 is any free one\n"
         "  --workflows DIR     scripts (default: /etc/celos/workflows)\n"
         "  --defaults DIR      what they import (default: /etc/celos/defaults)\n"
         "  --db DIR            state of the slots (default: /var/lib/celos/db)\n"
         "  --logs DIR          celos.log, and one for each day before (default: /var/log/celos)\n"
         "  --autoSchedule SECONDS\n"
         "                      makes a step so often by itself (default: -1, never)\n"
         "  --dbType FILESYSTEM the only one\n"
         "  --host ADDRESS      address to listen at (default: 127.0.0.1; Celos: 0.0.0.0)\n"
         "  --state DIR         where submissions are noted that have not ended (default: as "
         "hpdld)\n"
         "  --site FILE         site configuration, as hpdld\n"
         "  --settle SECONDS    how long a submission that was cut off may still be on its way to\n"
         "                      Oozie: before another one, it is searched there (default: 20)\n"
         "  --help, --version\n";
}

}  // namespace hpdl::rt::celos
