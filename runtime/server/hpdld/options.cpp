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
    return UsageError("--celos-workflows and --celos-defaults must be given together");
  }
  if (celos.workflows.empty() && !(celos.groups.empty() && step.empty())) {
    return UsageError("--celos-groups and --celos-step need --celos-workflows");
  }
  if (!options->celos_import.empty() && !options->celos_export.empty()) {
    return UsageError("--celos-import and --celos-export exclude each other");
  }
  if (!step.empty()) {
    const std::int64_t seconds = ParseNumber(step).value_or(-1);
    if (seconds < 0 || seconds > kMostStep) {
      return UsageError("--celos-step '" + step +
                        "': expected a number of seconds from 0 to 86400");
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
    return UsageError("--format must be text or json, and only --version takes it");
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
         "Serves Oozie's clients at http://HOST:PORT/oozie: compiles what they submit, starts the\n"
         "programs of jobs and supervises them. Jobs keep running when hpdld ends.\n"
         "\n"
         "  --listen HOST:PORT  listens at this address (default: 127.0.0.1:11000); port 0 means\n"
         "                      any free port\n"
         "  --state DIR         keeps the state in DIR (default: $HPDL_STATE, "
         "$XDG_STATE_HOME/hpdl,\n"
         "                      ~/.local/state/hpdl)\n"
         "  --site FILE         reads the site configuration, Hadoop XML (default: $HPDL_SITE,\n"
         "                      then /etc/hpdl/site.xml)\n"
         "  --log FILE          writes its log to this file instead of standard error;\n"
         "                      SIGHUP reopens it\n"
         "  --access-log FILE   writes a line for each request to this file; SIGHUP reopens it\n"
         "  --tls-certificate FILE, --tls-key FILE\n"
         "                      uses TLS with this certificate and this key, both PEM\n"
         "  --local             runs shell and other compute actions on this machine, and accepts\n"
         "                      applications from it (file:)\n"
         "  --one-user          if hpdld runs as root: runs all jobs as root, not each job as its "
         "user\n"
         "  --celos-workflows DIR, --celos-defaults DIR\n"
         "                      also serves the workflows that Celos' scripts define, with\n"
         "                      Celos' API and the page /ui; keeps their slots in the state "
         "directory\n"
         "  --celos-step SECONDS\n"
         "                      runs a step of Celos' scheduler every SECONDS (default: 60); with "
         "0\n"
         "                      it runs a step only on request\n"
         "  --celos-groups FILE reads the groups of workflows for the page /ui, as Celos' UI does\n"
         "  --celos-import DIR  copies the slots of a Celos directory (--db of Celos) into the "
         "state\n"
         "                      directory, all slots or no slot, and ends\n"
         "  --celos-export DIR  writes the slots to a new Celos directory, and ends\n"
         "  --check-config      checks the configuration, reports what is wrong, and ends\n"
         "  --version           prints the version\n"
         "  --format text|json  sets the format of --version; json adds the components\n"
         "                      (CycloneDX 1.5)\n"
         "  -h, --help          prints this help\n"
         "\n"
         "Exit code: 0 ended by SIGTERM or SIGINT, 1 cannot serve, 2 wrong usage.\n";
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
