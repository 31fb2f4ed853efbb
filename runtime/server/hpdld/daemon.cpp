#include "runtime/server/hpdld/daemon.h"

#include <limits.h>
#include <signal.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "runtime/base/calendar.h"
#include "runtime/base/clock.h"
#include "runtime/base/lower_case.h"
#include "runtime/base/text_parts.h"
#include "runtime/base/trim.h"
#include "runtime/server/hpdld/front.h"
#include "runtime/server/hpdld/notify.h"
#include "runtime/server/hpdld/signed_cookie.h"
#include "runtime/server/job_server.h"

namespace hpdl::rt {
namespace {

constexpr int kCannotServe = 1;
constexpr int kUsage = 2;
constexpr std::int64_t kSecondMs = 1000;

int Complain(const Error& error, int code) {
  std::fprintf(stderr, "hpdld: %s\n", error.message.c_str());
  return code;
}

/// hpdlc stands beside this program.
std::string CompilerBeside() {
  char path[PATH_MAX];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  const std::string self(path, size > 0 ? static_cast<std::size_t>(size) : 0);
  return self.substr(0, self.rfind('/') + 1) + "hpdlc";
}

void LogLine(LogLevel level, std::string_view line) {
  constexpr const char* kLevels[] = {"ERROR", "WARN", "INFO", "DEBUG"};
  std::string text = IsoTime(NowMs()) + " " + kLevels[static_cast<int>(level)] + " ";
  for (const char c : line) {  // one line each, whatever programs say
    text += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? ' ' : c;
  }
  text += '\n';
  [[maybe_unused]] const ssize_t written = write(2, text.data(), text.size());
}

/// What the server is told and where that is from.
struct Configuration {
  ServerSetup setup;
  GateRules gate;
};

Result<void> CheckAuthentication(const Site& site, const std::string& host) {
  if (site.Text(Setting::kAuthentication) != "simple") {
    return Error{ErrorClass::kError, "",
                 "oozie.authentication.type '" + std::string(site.Text(Setting::kAuthentication)) +
                     "': hpdld has only 'simple'"};
  }
  if (!IsLoopback(host)) {
    return Error{ErrorClass::kError, "",
                 "--listen " + host +
                     ": hpdld listens on loopback only, since 'simple' authentication believes "
                     "every name; put a gateway that authenticates before it"};
  }
  return {};
}

Result<Configuration> Configure(const DaemonOptions& options) {
  Configuration all;
  Result<std::string> state = DaemonState(options.state);
  HPDL_TRY(state);
  all.setup.state_path = std::move(*state);
  all.setup.site_path = Site::Locate(options.site);
  Result<Site> site = Site::Load(all.setup.site_path);
  HPDL_TRY(site);
  HPDL_TRY(CheckAuthentication(*site, options.host));
  all.gate.anonymous = site->Flag(Setting::kAnonymous);
  all.gate.validity_ms = site->Number(Setting::kTokenValidity) * kSecondMs;
  all.gate.hosts = {"localhost", "127.0.0.1", "[::1]", options.host, "[" + options.host + "]"};
  for (const std::string_view name : Split(site->Text(Setting::kServerHosts), ',')) {
    all.gate.hosts.insert(LowerCase(hpdl::Trimmed(name)));
  }
  all.setup.site = std::move(*site);
  all.setup.hpdlc = CompilerBeside();
  all.setup.local = options.local;
  all.setup.log = LogLine;
  return all;
}

/// After the state directory is there.
Result<void> ReadSecret(Configuration* all) {
  std::string path(all->setup.site.Text(Setting::kServerSecret));
  path = path.empty() ? all->setup.state_path + "/server.secret" : path;
  Result<std::string> secret = CookieSecret(path);
  HPDL_TRY(secret);
  all->gate.secret = std::move(*secret);
  return {};
}

/// Who is up to date prints what would be served; an error is what would keep it from that.
int CheckConfig(const DaemonOptions& options, const Configuration& all) {
  if (access(all.setup.hpdlc.c_str(), X_OK) != 0) {
    return Complain({ErrorClass::kError, "", "there is no compiler at " + all.setup.hpdlc},
                    kCannotServe);
  }
  std::printf("listen %s:%u\nstate %s\nsite %s\ncompiler %s\n", options.host.c_str(),
              unsigned{options.port}, all.setup.state_path.c_str(),
              all.setup.site_path.empty() ? "none" : all.setup.site_path.c_str(),
              all.setup.hpdlc.c_str());
  return 0;
}

int Run(const DaemonOptions& options, Configuration all) {
  boost::asio::io_context loop(1);
  boost::asio::signal_set ends(loop, SIGTERM, SIGINT);
  Result<std::unique_ptr<JobServer>> server = JobServer::Begin(loop, all.setup);
  if (!server) {
    return Complain(server.error(), kCannotServe);
  }
  if (const Result<void> secret = ReadSecret(&all); !secret) {
    return Complain(secret.error(), kCannotServe);
  }
  Result<std::unique_ptr<Front>> front = Front::Open(
      loop, **server, {options.host, options.port, std::move(all.gate), all.setup.site});
  if (!front) {
    return Complain(front.error(), kCannotServe);
  }
  LogLine(LogLevel::kInfo, "serves " + all.setup.state_path + " at " + (*front)->url());
  NotifyReady();
  ends.async_wait([&](const boost::system::error_code&, int signal) {
    LogLine(LogLevel::kInfo, "ends by signal " + std::to_string(signal) + "; jobs go on");
    loop.stop();
  });
  loop.run();
  return 0;
}

}  // namespace

int Serve(const DaemonOptions& options) {
  Result<Configuration> all = Configure(options);
  if (!all) {
    return Complain(all.error(), kUsage);
  }
  signal(SIGPIPE, SIG_IGN);
  signal(SIGHUP, SIG_IGN);  // its log is whoever's who started it
  return options.check_config ? CheckConfig(options, *all) : Run(options, std::move(*all));
}

}  // namespace hpdl::rt
