#include "runtime/server/hpdld/daemon.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/base/checked_file.h"
#include "runtime/base/descriptor.h"
#include "runtime/base/local_files.h"
#include "runtime/base/lower_case.h"
#include "runtime/base/sleep.h"
#include "runtime/base/text_parts.h"
#include "runtime/base/trim.h"
#include "runtime/server/hpdld/front.h"
#include "runtime/server/hpdld/log_file.h"
#include "runtime/server/hpdld/notify.h"
#include "runtime/server/hpdld/password_gate.h"
#include "runtime/server/hpdld/signed_cookie.h"
#include "runtime/server/hpdld/this_process.h"
#include "runtime/server/hpdld/user_server.h"
#include "runtime/server/hpdld/user_services.h"
#include "runtime/server/job_server.h"
#include "runtime/server/serving_lock.h"

namespace hpdl::rt {
namespace {

constexpr int kCannotServe = 1;
constexpr int kUsage = 2;
constexpr std::int64_t kSecondMs = 1000;

int Complain(const Error& error, int code) {
  std::fprintf(stderr, "hpdld: %s\n", error.message.c_str());
  return code;
}

/// The logs that are files. SIGHUP says that they were renamed.
struct LogFiles {
  std::string log, access_log;  ///< "": none
  Descriptor access;

  /// Standard error is the log from then on.
  Result<void> Open() {
    if (!log.empty()) {
      const Result<Descriptor> file = OpenLog(log);
      HPDL_TRY(file);
      dup2(file->get(), STDERR_FILENO);
    }
    if (!access_log.empty()) {
      Result<Descriptor> file = OpenLog(access_log);
      HPDL_TRY(file);
      access = std::move(*file);
    }
    return {};
  }
};

void AwaitHangup(boost::asio::signal_set& hangups, LogFiles* files) {
  hangups.async_wait([&hangups, files](const boost::system::error_code& error, int) {
    if (error) {
      return;
    }
    if (const Result<void> opened = files->Open(); !opened) {
      LogOf("")(LogLevel::kError, opened.error().message);  // to where it was
    }
    AwaitHangup(hangups, files);
  });
}

Task<void> FeedWatchdog(std::chrono::microseconds time) {
  while (time.count() > 0) {
    NotifySystemd("WATCHDOG=1");
    co_await Sleep(std::chrono::duration_cast<std::chrono::milliseconds>(time / 2));
  }
}

/// A socket that listens already says where this server does.
Result<void> ListenWhere(const Descriptor& socket, DaemonOptions* options) {
  if (socket.get() < 0) {
    return {};
  }
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  const bool known = getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size) == 0;
  const bool six = address.ss_family == AF_INET6;
  if (!known || (!six && address.ss_family != AF_INET)) {
    return Error{ErrorClass::kError, "", "LISTEN_FDS: descriptor 3 is no socket of TCP"};
  }
  const auto* const of_four = reinterpret_cast<const sockaddr_in*>(&address);
  const auto* const of_six = reinterpret_cast<const sockaddr_in6*>(&address);
  const void* const number =
      six ? static_cast<const void*>(&of_six->sin6_addr) : &of_four->sin_addr;
  char host[INET6_ADDRSTRLEN] = "";
  inet_ntop(address.ss_family, number, host, sizeof host);
  options->host = host;
  options->port = ntohs(six ? of_six->sin6_port : of_four->sin_port);
  return {};
}

/// What the server is told and where that is from.
struct Configuration {
  ServerSetup setup;
  GateRules gate;
  std::optional<PasswordFile> passwords;
  std::optional<TlsFiles> tls;
  std::string url;
  bool many_users = false;  ///< each has a server of their own
  Descriptor socket;        ///< that listens already; -1: none
  LogFiles logs;
};

Error WrongConfiguration(std::string message) {
  return {ErrorClass::kError, "", std::move(message)};
}

Result<std::optional<TlsFiles>> TlsOf(const Site& site, const DaemonOptions& options) {
  constexpr std::size_t kMostKey = 1 << 20;
  const auto path = [&](const std::string& option, Setting setting) {
    return option.empty() ? std::string(hpdl::Trimmed(site.Text(setting))) : option;
  };
  TlsFiles files{path(options.tls_certificate, Setting::kTlsCertificate),
                 path(options.tls_key, Setting::kTlsKey)};
  if (files.certificates.empty() != files.key.empty()) {
    return WrongConfiguration(
        "TLS needs both --tls-certificate and --tls-key (hpdl.server.tls.certificate, "
        "hpdl.server.tls.key)");
  }
  if (files.key.empty()) {
    return site.Flag(Setting::kHttps)
               ? WrongConfiguration(
                     "oozie.https.enabled: give --tls-certificate and --tls-key; Java's key stores "
                     "are not read")
               : Result<std::optional<TlsFiles>>(std::nullopt);
  }
  // Keys that are renewed by programs are often reached by a link.
  const std::unique_ptr<char, decltype(&std::free)> real(realpath(files.key.c_str(), nullptr),
                                                         &std::free);
  const Result<std::optional<std::string>> key =
      ReadChecked(real == nullptr ? files.key : real.get(), kMostKey, FileReaders::kOwner);
  if (!key || !*key) {
    return WrongConfiguration(files.key + ": " + (key ? "no such file" : key.error().message));
  }
  HPDL_TRY(CheckTls(files));
  return std::optional(std::move(files));
}

Result<std::optional<PasswordFile>> PasswordsOf(const Site& site) {
  const std::string_view type = hpdl::Trimmed(site.Text(Setting::kAuthentication));
  if (type == "simple") {
    return std::optional<PasswordFile>();
  }
  if (type != "basic") {
    return WrongConfiguration("oozie.authentication.type '" + std::string(type) +
                              "': hpdld has 'simple' and 'basic'");
  }
  const std::string path(hpdl::Trimmed(site.Text(Setting::kPasswordFile)));
  if (path.empty()) {
    return WrongConfiguration(
        "oozie.authentication.type 'basic' needs a file of passwords: hpdl.server.password.file");
  }
  Result<PasswordFile> file = PasswordFile::Open(path);
  HPDL_TRY(file);
  return std::optional(std::move(*file));
}

/// Others than this machine's users are let near only with passwords that nobody hears.
Result<void> CheckReach(const Configuration& all, const DaemonOptions& options) {
  if (IsLoopback(options.host)) {
    return {};
  }
  const std::string listen = "--listen " + options.host + ": ";
  if (!all.passwords) {
    return WrongConfiguration(
        listen +
        "hpdld listens on loopback only, since 'simple' authentication believes every name; for "
        "other addresses give it passwords (oozie.authentication.type 'basic') and TLS");
  }
  if (!all.tls) {
    return WrongConfiguration(listen +
                              "passwords go to other addresses than loopback by TLS only; give "
                              "--tls-certificate and --tls-key");
  }
  if (all.url.empty() && IsAnyAddress(options.host)) {
    return WrongConfiguration(listen +
                              "it needs a name: hpdl.server.url, where callers reach this server");
  }
  return {};
}

/// `https://oozie.example:11443`, without a path; "" as well. Where it speaks no TLS itself, a
/// gateway before it may.
Result<std::string> UrlOf(const Site& site, bool tls) {
  std::string url(hpdl::Trimmed(site.Text(Setting::kServerUrl)));
  const std::size_t begin = url.starts_with("https://")          ? 8
                            : url.starts_with("http://") && !tls ? 7
                                                                 : url.size();
  const std::string_view place = std::string_view(url).substr(begin);
  if (!url.empty() &&
      (place.empty() || place.find_first_of("/?#@\" \r\n") != std::string_view::npos)) {
    return WrongConfiguration("hpdl.server.url '" + url + "': expected " +
                              (tls ? "https" : "http or https") + "://HOST:PORT, without a path");
  }
  return url;
}

/// Root acts as whoever is named, so that names must be proved.
Result<bool> ServesManyUsers(const Site& site, const DaemonOptions& options, bool passwords) {
  if (geteuid() != 0 || options.one_user || site.Flag(Setting::kOneUser)) {
    return false;
  }
  if (!passwords) {
    return WrongConfiguration(
        "as root hpdld runs the jobs of each user as that user, so a name alone is not believed: "
        "give it passwords (oozie.authentication.type 'basic'), or start it as another user; with "
        "--one-user (hpdl.server.one.user) all jobs are root's");
  }
  return true;
}

Result<Configuration> Configure(const DaemonOptions& options) {
  Configuration all;
  Result<std::string> state = DaemonState(options.state);
  HPDL_TRY(state);
  all.setup.state_path = std::move(*state);
  all.setup.site_path = Site::Locate(options.site);
  Result<Site> site = Site::Load(all.setup.site_path);
  HPDL_TRY(site);
  Result<std::optional<PasswordFile>> passwords = PasswordsOf(*site);
  HPDL_TRY(passwords);
  all.passwords = std::move(*passwords);
  Result<std::optional<TlsFiles>> tls = TlsOf(*site, options);
  HPDL_TRY(tls);
  all.tls = std::move(*tls);
  Result<std::string> url = UrlOf(*site, all.tls.has_value());
  HPDL_TRY(url);
  all.url = std::move(*url);
  HPDL_TRY(CheckReach(all, options));
  const Result<bool> many_users = ServesManyUsers(*site, options, all.passwords.has_value());
  HPDL_TRY(many_users);
  all.many_users = *many_users;
  Result<AuthorizationRules> rules = ReadAuthorizationRules(*site, all.setup.site_path);
  HPDL_TRY(rules);
  all.setup.authorization = std::move(*rules);
  Result<ProxyRules> proxies = ReadProxyRules(*site);
  HPDL_TRY(proxies);
  all.setup.proxies = std::move(*proxies);
  all.gate.secure = all.tls.has_value();
  all.gate.anonymous = site->Flag(Setting::kAnonymous);
  all.gate.validity_ms = site->Number(Setting::kTokenValidity) * kSecondMs;
  all.gate.hosts = {"localhost", "127.0.0.1", "[::1]", options.host, "[" + options.host + "]"};
  if (!all.url.empty()) {
    all.gate.hosts.insert(HostName(all.url.substr(all.url.find("://") + 3)));
  }
  for (const std::string_view name : Split(site->Text(Setting::kServerHosts), ',')) {
    all.gate.hosts.insert(LowerCase(hpdl::Trimmed(name)));
  }
  all.setup.site = std::move(*site);
  all.setup.hpdlc = CompilerBeside();
  all.setup.local = options.local;
  all.setup.log = LogOf("");
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
  std::printf("listen %s:%u\nserves %s\nstate %s\nsite %s\ncompiler %s\n", options.host.c_str(),
              unsigned{options.port}, all.many_users ? "each user" : "one user",
              all.setup.state_path.c_str(),
              all.setup.site_path.empty() ? "none" : all.setup.site_path.c_str(),
              all.setup.hpdlc.c_str());
  return 0;
}

using MakeServices = std::function<Result<std::unique_ptr<Services>>(const std::string& address)>;

/// Serves until a signal comes.
int ServePort(boost::asio::io_context& loop, const DaemonOptions& options, Configuration all,
              MakeServices services) {
  const ServerLog& log = all.setup.log;
  boost::asio::signal_set ends(loop, SIGTERM, SIGINT), hangups(loop, SIGHUP);
  AwaitHangup(hangups, &all.logs);
  if (const Result<void> secret = ReadSecret(&all); !secret) {
    return Complain(secret.error(), kCannotServe);
  }
  FrontSetup setup{
      options.host,
      options.port,
      all.socket.Release(),
      std::move(all.gate),
      std::move(all.passwords),
      std::move(all.tls),
      std::move(all.url),
      {},
      log,
      all.setup.site,
      std::move(services),
  };
  if (!all.logs.access_log.empty()) {
    setup.access_log = [&all](const std::string& line) {
      [[maybe_unused]] const ssize_t put = write(all.logs.access.get(), line.data(), line.size());
    };
  }
  const std::string known = setup.url.empty() ? "" : ", known as " + setup.url;
  Result<std::unique_ptr<Front>> front = Front::Open(loop, std::move(setup));
  if (!front) {
    return Complain(front.error(), kCannotServe);
  }
  log(LogLevel::kInfo, "serves " + all.setup.state_path + " at " + (*front)->url() + known);
  NotifySystemd("READY=1");
  boost::asio::co_spawn(loop, FeedWatchdog(WatchdogTime()), boost::asio::detached);
  ends.async_wait([&](const boost::system::error_code&, int signal) {
    NotifySystemd("STOPPING=1");
    log(LogLevel::kInfo, "ends by signal " + std::to_string(signal) + "; jobs go on");
    loop.stop();
  });
  loop.run();
  return 0;
}

int RunForOne(const DaemonOptions& options, Configuration all) {
  boost::asio::io_context loop(1);
  const Result<std::unique_ptr<JobServer>> server = JobServer::Begin(loop, all.setup);
  if (!server) {
    return Complain(server.error(), kCannotServe);
  }
  const auto services = [&server = **server, host = options.host, site = all.setup.site](
                            const std::string& address) -> Result<std::unique_ptr<Services>> {
    server.SetAddress(address);
    return ServicesOf(server, {address, host, site});
  };
  return ServePort(loop, options, std::move(all), services);
}

/// A directory of root's that others may pass through, on their way to their own.
Result<void> MakePassage(const std::string& path) {
  constexpr mode_t kPassage = 0711;
  struct stat info{};
  if (const int error = MakeDirectories(path.substr(0, path.rfind('/'))); error != 0) {
    return WrongConfiguration(path + ": " + std::strerror(error));
  }
  if (mkdir(path.c_str(), kPassage) != 0 && errno != EEXIST) {
    return WrongConfiguration(path + ": " + std::strerror(errno));
  }
  if (lstat(path.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != geteuid() ||
      (info.st_mode & (S_IWGRP | S_IWOTH)) != 0 || (info.st_mode & S_IXOTH) == 0) {
    return WrongConfiguration(
        path + ": as root hpdld needs a directory of root's that others can pass and not write");
  }
  return {};
}

int RunForMany(const DaemonOptions& options, Configuration all) {
  if (const Result<void> passage = MakePassage(all.setup.state_path); !passage) {
    return Complain(passage.error(), kCannotServe);
  }
  const Result<LockedFile> serving = TakeServing(all.setup.state_path);
  if (!serving) {
    return Complain(serving.error(), kCannotServe);
  }
  boost::asio::io_context loop(1);
  Children children(loop);
  NameService names(loop, children, {});
  UserServersSetup setup;
  setup.state_path = all.setup.state_path;
  setup.program = {OwnPath(), std::string(kServeUser)};
  setup.site_path = all.setup.site_path;
  setup.host_name = options.host;
  setup.local = options.local;
  setup.log = all.setup.log;
  std::optional<UserServers> users;
  const auto services = [&](const std::string& address) -> Result<std::unique_ptr<Services>> {
    setup.address = address;
    users.emplace(loop, children, names, setup);
    HPDL_TRY(users->Begin());
    return ServicesOf(*users);
  };
  return ServePort(loop, options, std::move(all), services);
}

}  // namespace

int Serve(DaemonOptions options) {
  Result<Descriptor> socket = TakeListeningSocket();
  if (!socket) {
    return Complain(socket.error(), kUsage);
  }
  if (const Result<void> where = ListenWhere(*socket, &options); !where) {
    return Complain(where.error(), kUsage);
  }
  Result<Configuration> all = Configure(options);
  if (!all) {
    return Complain(all.error(), kUsage);
  }
  all->socket = std::move(*socket);
  all->logs.log = options.log;
  all->logs.access_log = options.access_log;
  signal(SIGPIPE, SIG_IGN);
  signal(SIGHUP, SIG_IGN);  // until it opens the log anew
  if (options.check_config) {
    return CheckConfig(options, *all);
  }
  if (const Result<void> opened = all->logs.Open(); !opened) {
    return Complain(opened.error(), kUsage);
  }
  return all->many_users ? RunForMany(options, std::move(*all))
                         : RunForOne(options, std::move(*all));
}

}  // namespace hpdl::rt
