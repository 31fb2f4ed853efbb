#include "runtime/server/hpdld/options.h"

#include <boost/asio/ip/address.hpp>
#include <cstdlib>
#include <limits>
#include <map>

#include "runtime/ground/base/text_parts.h"

namespace hpdl::rt {
namespace {

Error UsageError(std::string message) {
  return {ErrorClass::kError, "", std::move(message)};
}

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

Result<void> ReadListen(std::string_view text, DaemonOptions* options) {
  const std::size_t colon = text.rfind(':');
  std::string_view host = text.substr(0, colon);
  const std::int64_t port =
      colon == std::string_view::npos ? -1 : ParseNumber(text.substr(colon + 1)).value_or(-1);
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
  }
  if (host == "localhost" || host.empty()) {
    host = "127.0.0.1";
  }
  boost::system::error_code error;
  boost::asio::ip::make_address(std::string(host), error);
  if (error || port < 0 || port > std::numeric_limits<std::uint16_t>::max()) {
    return UsageError("--listen '" + std::string(text) +
                      "': expected HOST:PORT, where HOST is a numeric address or localhost");
  }
  options->host = host;
  options->port = static_cast<std::uint16_t>(port);
  return {};
}

bool IsLoopback(std::string_view host) {
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(std::string(host), error);
  return !error && address.is_loopback();
}

bool IsAnyAddress(std::string_view host) {
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(std::string(host), error);
  return !error && address.is_unspecified();
}

namespace {

/// Checks the options of Celos that depend on each other. `step` is the value of --celos-step.
Result<void> CheckCelos(const std::string& step, DaemonOptions* options) {
  constexpr std::int64_t kMostStep = 86'400;
  celos::HostedOptions& celos = options->celos;
  if (celos.workflows.empty() != celos.defaults.empty()) {
    return UsageError("--celos-workflows and --celos-defaults need each other");
  }
  if (celos.workflows.empty() && !(celos.groups.empty() && step.empty())) {
    return UsageError("--celos-groups and --celos-step are of --celos-workflows");
  }
  if (!options->celos_import.empty() && !options->celos_export.empty()) {
    return UsageError("--celos-import and --celos-export are one or the other");
  }
  if (!step.empty()) {
    const std::int64_t seconds = ParseNumber(step).value_or(-1);
    if (seconds < 0 || seconds > kMostStep) {
      return UsageError("--celos-step '" + step + "': expected seconds, 0 to 86400");
    }
    celos.step_s = seconds;
  }
  return {};
}

}  // namespace

Result<DaemonOptions> ReadOptions(const std::vector<std::string_view>& arguments) {
  DaemonOptions options;
  const std::map<std::string_view, bool*> flags{{"--local", &options.local},
                                                {"--one-user", &options.one_user},
                                                {"--check-config", &options.check_config},
                                                {"--help", &options.help},
                                                {"-h", &options.help},
                                                {"--version", &options.version}};
  std::string listen, celos_step, format = "text";
  const std::map<std::string_view, std::string*> values{
      {"--listen", &listen},
      {"--format", &format},
      {"--state", &options.state},
      {"--site", &options.site},
      {"--log", &options.log},
      {"--access-log", &options.access_log},
      {"--tls-certificate", &options.tls_certificate},
      {"--tls-key", &options.tls_key},
      {"--celos-workflows", &options.celos.workflows},
      {"--celos-defaults", &options.celos.defaults},
      {"--celos-groups", &options.celos.groups},
      {"--celos-step", &celos_step},
      {"--celos-import", &options.celos_import},
      {"--celos-export", &options.celos_export}};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view word = arguments[i];
    const std::size_t equal = word.find('=');
    if (const auto flag = flags.find(word); flag != flags.end()) {
      *flag->second = true;
      continue;
    }
    const auto value = values.find(word.substr(0, equal));
    if (value == values.end()) {
      return UsageError("unknown argument '" + std::string(word) + "'");
    }
    if (equal == std::string_view::npos && ++i == arguments.size()) {
      return UsageError(std::string(word) + " needs a value");
    }
    *value->second = equal == std::string_view::npos ? arguments[i] : word.substr(equal + 1);
    if (value->second->empty()) {
      return UsageError(std::string(value->first) + " needs a value");
    }
  }
  options.json = format == "json";
  if (format != "text" && (!options.version || !options.json)) {
    return UsageError("--format is of --version: text or json");
  }
  if (!listen.empty()) {
    HPDL_TRY(ReadListen(listen, &options));
  }
  HPDL_TRY(CheckCelos(celos_step, &options));
  return options;
}

std::string_view DaemonHelp() {
  return "usage: hpdld [--listen HOST:PORT] [--state DIR] [--site FILE] [--local] [--one-user] "
         "[--check-config]\n"
         "             [--log FILE] [--access-log FILE] [--tls-certificate FILE --tls-key FILE]\n"
         "             [--celos-workflows DIR --celos-defaults DIR [--celos-step SECONDS] "
         "[--celos-groups FILE]]\n"
         "       hpdld [--state DIR] --celos-import DIR | --celos-export DIR\n"
         "\n"
         "Serves workflow jobs to Oozie's clients, at http://HOST:PORT/oozie. It compiles what is\n"
         "submitted, starts programs and watches over them. Its own end touches no job.\n"
         "\n"
         "  --listen HOST:PORT  where to listen (default: 127.0.0.1:11000); port 0 is any free "
         "one\n"
         "  --state DIR         state directory (default: $HPDL_STATE, $XDG_STATE_HOME/hpdl,\n"
         "                      ~/.local/state/hpdl)\n"
         "  --site FILE         site configuration, Hadoop XML (default: $HPDL_SITE, then\n"
         "                      /etc/hpdl/site.xml)\n"
         "  --log FILE          what it has to say goes there, not to standard error; opened anew "
         "by\n"
         "                      SIGHUP\n"
         "  --access-log FILE   a line for each request, likewise\n"
         "  --tls-certificate FILE, --tls-key FILE\n"
         "                      speak TLS with this certificate and its key, in PEM\n"
         "  --local             run shell and other compute actions on this machine, and take\n"
         "                      applications from it (file:)\n"
         "  --one-user          as root: run all jobs as root, not those of each user as that "
         "user\n"
         "  --celos-workflows DIR, --celos-defaults DIR\n"
         "                      serve the workflows that Celos' scripts define, too, with Celos' "
         "API and\n"
         "                      the page /ui; their slots are in the state directory\n"
         "  --celos-step SECONDS\n"
         "                      make a step of their scheduler so often (default: 60); 0: only "
         "when\n"
         "                      somebody asks for it\n"
         "  --celos-groups FILE groups of workflows on the page, as of Celos' UI\n"
         "  --celos-import DIR  take the slots of a directory of Celos (its --db) over into the "
         "state\n"
         "                      directory, all or none, and end\n"
         "  --celos-export DIR  write them as such a directory, which is not there yet, and end\n"
         "  --check-config      look at the configuration, say what is wrong, and end\n"
         "  --version           print the version\n"
         "  --format text|json  of --version; json: also what is inside (CycloneDX 1.5)\n"
         "  -h, --help          print this\n"
         "\n"
         "Exit code: 0 ended by SIGTERM or SIGINT, 1 it cannot serve, 2 usage.\n";
}

Result<std::string> DaemonState(const std::string& given) {
  if (!given.empty()) {
    return given;
  }
  if (std::string path = Variable("HPDL_STATE"); !path.empty()) {
    return path;
  }
  if (const std::string xdg = Variable("XDG_STATE_HOME"); xdg.starts_with('/')) {
    return xdg + "/hpdl";
  }
  if (const std::string home = Variable("HOME"); !home.empty()) {
    return home + "/.local/state/hpdl";
  }
  return UsageError(
      "no state directory: $HPDL_STATE, $XDG_STATE_HOME and $HOME are not set; give --state");
}

}  // namespace hpdl::rt
