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
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/local_files.h"
#include "runtime/ground/base/random.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/server/access/program_credential.h"
#include "runtime/server/hpdld/daemon_configuration.h"
#include "runtime/server/hpdld/front.h"
#include "runtime/server/hpdld/front_process.h"
#include "runtime/server/hpdld/notify.h"
#include "runtime/server/hpdld/store_process.h"
#include "runtime/server/hpdld/supervisor.h"
#include "runtime/server/hpdld/this_process.h"
#include "runtime/server/hpdld/user_server.h"
#include "runtime/server/jobs/job_server.h"
#include "runtime/server/jobs/serving_lock.h"
#include "runtime/server/login/signed_cookie.h"
#include "runtime/server/protocols/celos/script_definitions.h"
#include "runtime/server/protocols/celos_hosted/celos_host.h"
#include "runtime/server/protocols/celos_hosted/moves.h"
#include "runtime/store/own_files.h"

namespace hpdl::rt {
namespace {

constexpr int kCannotServe = 1;
constexpr int kUsage = 2;

int Complain(const Error& error, int code) {
  std::fprintf(stderr, "hpdld: %s\n", error.message.c_str());
  return code;
}

void AwaitHangup(boost::asio::signal_set& hangups, const std::function<void()>& come) {
  hangups.async_wait([&hangups, come](const boost::system::error_code& error, int) {
    if (!error) {
      come();
      AwaitHangup(hangups, come);
    }
  });
}

/// Reads the TLS certificate and its key again, and passes them to `use`.
void ReadTlsAgain(const TlsFiles& files, const ServerLog& log,
                  const std::function<Result<void>(TlsTexts texts)>& use) {
  Result<void> used = CheckOwnKey(files.key);
  if (used) {
    Result<TlsTexts> texts = ReadTls(files);
    used = texts ? use(std::move(*texts)) : Result<void>(texts.error());
  }
  log(used ? LogLevel::kInfo : LogLevel::kError,
      used ? "the TLS certificate and key were reloaded"
           : used.error().message + "; the old certificate and key stay in use");
}

Task<void> FeedWatchdog(std::chrono::microseconds time) {
  while (time.count() > 0) {
    NotifySystemd("WATCHDOG=1");
    co_await Sleep(std::chrono::duration_cast<std::chrono::milliseconds>(time / 2));
  }
}

/// Sets host and port to the address of `socket`, which listens already. Changes nothing if there
/// is no socket.
Result<void> ListenWhere(const Descriptor& socket, DaemonOptions* options) {
  if (socket.get() < 0) {
    return {};
  }
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  const bool known = getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size) == 0;
  const bool six = address.ss_family == AF_INET6;
  if (!known || (!six && address.ss_family != AF_INET)) {
    return Error{ErrorClass::kError, "", "LISTEN_FDS: descriptor 3 is not a TCP socket"};
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

/// Reads the secret that signs cookies and credentials. The state directory must exist.
Result<void> ReadSecret(DaemonConfiguration* all) {
  std::string path(all->setup.site.Text(Setting::kServerSecret));
  path = path.empty() ? all->setup.state_path + "/server.secret" : path;
  Result<std::string> secret = CookieSecret(path);
  HPDL_TRY(secret);
  all->gate.secret = std::move(*secret);
  return {};
}

/// Looks for the accounts of the front and the store. kError: there is no such account.
Result<void> CheckAccounts(const Site& site) {
  boost::asio::io_context loop(1);
  Children children(loop);
  NameService names(loop, children, {});
  Result<void> found;
  const auto look = [&]() -> Task<void> {
    std::string front(site.Text(Setting::kServerFrontAccount));
    std::string store(site.Text(Setting::kServerStoreAccount));
    const Result<Account> one = co_await FindServiceAccount(names, std::move(front));
    const Result<Account> other = co_await FindServiceAccount(names, std::move(store));
    found = !one ? one.error() : !other ? other.error() : Result<void>();
    loop.stop();
  };
  boost::asio::co_spawn(loop, look, boost::asio::detached);
  loop.run();
  return found;
}

/// Prints the configuration with which hpdld would serve, or an error if the compiler cannot be
/// run, or an account is missing. Returns the exit code.
int CheckConfig(const DaemonOptions& options, const DaemonConfiguration& all) {
  if (access(all.setup.hpdlc.c_str(), X_OK) != 0) {
    return Complain({ErrorClass::kError, "",
                     "the compiler " + all.setup.hpdlc + " cannot be run: " + std::strerror(errno)},
                    kCannotServe);
  }
  if (const Result<void> found = all.many_users ? CheckAccounts(all.setup.site) : Result<void>();
      !found) {
    return Complain(found.error(), kCannotServe);
  }
  std::printf("listen %s:%u\nserves %s\nstate %s\nsite %s\ncompiler %s\n", options.host.c_str(),
              unsigned{options.port}, all.many_users ? "each user" : "one user",
              all.setup.state_path.c_str(),
              all.setup.site_path.empty() ? "none" : all.setup.site_path.c_str(),
              all.setup.hpdlc.c_str());
  return 0;
}

/// Sets the address at which programs reach the services from now on.
using SetAddress = std::function<void(ServerAddress address, const std::string& secret)>;
using MakeServices = std::function<Result<std::unique_ptr<Services>>(ServerAddress address,
                                                                     const std::string& secret)>;

/// The services of a server of jobs, and the services of Celos.
class ServicesWithCelos final : public Services {
 public:
  ServicesWithCelos(std::unique_ptr<Services> jobs, celos::CelosHost& celos)
      : jobs_(std::move(jobs)), celos_(celos) {}

  Task<OozieAnswer> Answer(const OozieRequest& request) override {
    if (celos_.Has(request.target)) {
      co_return co_await celos_.Answer(request);
    }
    co_return co_await jobs_->Answer(request);
  }

 private:
  const std::unique_ptr<Services> jobs_;
  celos::CelosHost& celos_;
};

/// The signals that the server awaits. They are blocked from being deadly before the server begins.
struct Signals {
  explicit Signals(boost::asio::io_context& loop)
      : ends(loop, SIGTERM, SIGINT), hangups(loop, SIGHUP) {}
  boost::asio::signal_set ends, hangups;
};

/// Serves until a signal comes. `hangup` is called for each SIGHUP, once the logs are open again.
void ServeUntilSignal(boost::asio::io_context& loop, Signals& signals, DaemonConfiguration& all,
                      const std::string& url, const std::function<void()>& hangup) {
  const ServerLog& log = all.setup.log;
  AwaitHangup(signals.hangups, [&all, log, hangup] {
    if (const Result<void> opened = all.logs.Open(); !opened) {
      log(LogLevel::kError, opened.error().message);  // the log still goes to the old file
    }
    hangup();
  });
  const std::string known = all.url.empty() ? "" : ", known as " + all.url;
  log(LogLevel::kInfo, "serves " + all.setup.state_path + " at " + url + known);
  NotifySystemd("READY=1");
  boost::asio::co_spawn(loop, FeedWatchdog(WatchdogTime()), boost::asio::detached);
  signals.ends.async_wait([&loop, log](const boost::system::error_code&, int signal) {
    NotifySystemd("STOPPING=1");
    log(LogLevel::kInfo, "stopped by signal " + std::to_string(signal) + "; jobs keep running");
    loop.stop();
  });
  loop.run();
}

/// Serves the callers of a server of one user until a signal comes. Returns the exit code.
int ServePort(boost::asio::io_context& loop, const DaemonOptions& options, DaemonConfiguration all,
              const MakeServices& services, const SetAddress& set_address) {
  Signals signals(loop);
  if (const Result<void> secret = ReadSecret(&all); !secret) {
    return Complain(secret.error(), kCannotServe);
  }
  std::shared_ptr<TlsIdentity> tls;
  if (all.tls) {
    const Result<TlsTexts> texts = ReadTls(*all.tls);
    Result<std::shared_ptr<TlsIdentity>> read =
        texts ? TlsIdentity::Of(*texts) : Result<std::shared_ptr<TlsIdentity>>(texts.error());
    if (!read) {
      return Complain(read.error(), kCannotServe);
    }
    tls = std::move(*read);
  }
  const std::string secret = all.gate.secret;
  FrontSetup setup;
  setup.host = options.host;
  setup.port = options.port;
  setup.socket = all.socket.Release();
  setup.hosts = all.hosts;
  setup.admission = all.passwords ? AdmitByPassword(loop, all.gate, *all.passwords, all.setup.log)
                                  : AdmitByName(all.gate);
  setup.tls = tls;
  setup.url = all.url;
  setup.limits = FrontLimitsOf(all.setup.site);
  setup.services = [&](ServerAddress address) {
    address.key_pin = tls ? tls->key_pin() : "";
    return services(std::move(address), secret);
  };
  if (!all.logs.access_log.empty()) {
    setup.access_log = [&all](const std::string& line) {
      [[maybe_unused]] const ssize_t put = write(all.logs.access.get(), line.data(), line.size());
    };
  }
  Result<std::unique_ptr<Front>> front = Front::Open(loop, std::move(setup));
  if (!front) {
    return Complain(front.error(), kCannotServe);
  }
  ServeUntilSignal(loop, signals, all, (*front)->url(), [&] {
    if (tls) {
      ReadTlsAgain(*all.tls, all.setup.log, [&](const TlsTexts& texts) -> Result<void> {
        HPDL_TRY(tls->Replace(texts));
        ServerAddress address = (*front)->address();
        address.key_pin = tls->key_pin();
        set_address(std::move(address), secret);
        return {};
      });
    }
  });
  return 0;
}

celos::CelosHostSetup CelosSetupOf(const DaemonOptions& options, const DaemonConfiguration& all) {
  const auto loader = [](const celos::LoaderSetup& setup) {
    return Result<std::unique_ptr<celos::DefinitionLoader>>(
        std::make_unique<celos::ScriptDefinitions>(setup));
  };
  return {options.celos,  all.setup.state_path, all.setup.site_path,
          all.setup.site, HPDL_VERSION,         all.setup.log,
          loader};
}

/// Imports or exports slots of Celos instead of serving. Returns the exit code.
int MoveCelos(const DaemonOptions& options, const DaemonConfiguration& all) {
  const std::string& state = all.setup.state_path;
  const Result<std::string> told = options.celos_import.empty()
                                       ? celos::ExportCelos(state, options.celos_export)
                                       : celos::ImportCelos(state, options.celos_import);
  if (!told) {
    return Complain(told.error(), kCannotServe);
  }
  std::fputs(told->c_str(), stdout);
  return 0;
}

int RunForOne(const DaemonOptions& options, DaemonConfiguration all) {
  boost::asio::io_context loop(1);
  all.setup.archive = all.setup.site.Text(Setting::kPurgeArchive);
  const Result<std::unique_ptr<JobServer>> server = JobServer::Begin(loop, all.setup);
  if (!server) {
    return Complain(server.error(), kCannotServe);
  }
  std::unique_ptr<celos::CelosHost> celos;
  if (!options.celos.workflows.empty()) {
    Result<std::unique_ptr<celos::CelosHost>> begun =
        celos::CelosHost::Begin(loop, **server, CelosSetupOf(options, all));
    if (!begun) {
      return Complain(begun.error(), kCannotServe);
    }
    celos = std::move(*begun);
  }
  const auto set_address = [&server = **server, &celos](ServerAddress address,
                                                        const std::string& secret) {
    address.program_key = ProgramKey(secret, "");
    if (celos != nullptr) {
      celos->SetAddress(address);
    }
    server.SetAddress(std::move(address));
  };
  const auto services = [&server = **server, &set_address, &celos, host = options.host,
                         site = all.setup.site](
                            const ServerAddress& address,
                            const std::string& secret) -> Result<std::unique_ptr<Services>> {
    set_address(address, secret);
    std::unique_ptr<Services> jobs = ServicesOf(server, {address.url, host, site});
    return celos == nullptr ? Result<std::unique_ptr<Services>>(std::move(jobs))
                            : std::unique_ptr<Services>(
                                  std::make_unique<ServicesWithCelos>(std::move(jobs), *celos));
  };
  const int code = ServePort(loop, options, std::move(all), services, set_address);
  if (celos != nullptr) {
    celos->End();
    std::_Exit(code);
  }
  return code;
}

Error PassageError(const std::string& path, const std::string& why) {
  return {ErrorClass::kError, "", path + ": " + why};
}

/// Makes a directory that belongs to root and that other users may enter, so that they reach their
/// own directories in it.
Result<void> MakePassage(const std::string& path) {
  constexpr mode_t kPassage = 0711;
  struct stat info{};
  if (const int error = MakeDirectories(path.substr(0, path.rfind('/'))); error != 0) {
    return PassageError(path, std::strerror(error));
  }
  if (mkdir(path.c_str(), kPassage) != 0 && errno != EEXIST) {
    return PassageError(path, std::strerror(errno));
  }
  if (lstat(path.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != geteuid() ||
      (info.st_mode & (S_IWGRP | S_IWOTH)) != 0 || (info.st_mode & S_IXOTH) == 0) {
    return PassageError(path,
                        "because hpdld runs as root, the directory must belong to root, and other "
                        "users must be able to enter it, but not to write to it");
  }
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::canonical(path, error);
  return error ? PassageError(path, error.message()) : RefuseOpenParents(whole);
}

/// Opens the port, and returns the setup of the supervisor.
Result<SupervisorSetup> SupervisorSetupOf(const DaemonOptions& options, DaemonConfiguration& all) {
  const Site& site = all.setup.site;
  if (all.socket.get() < 0) {
    Result<Descriptor> socket = OpenPort(options.host, options.port);
    HPDL_TRY(socket);
    all.socket = std::move(*socket);
  }
  const Result<std::string> place = PlaceOf(all.socket.get());
  HPDL_TRY(place);
  Result<AuthorizationRules> rules = ReadAuthorizationRules(site, all.setup.site_path, true);
  HPDL_TRY(rules);
  Result<std::string> pass_secret = RandomHex();
  HPDL_TRY(pass_secret);
  SupervisorSetup setup;
  setup.users.address = AddressOf(*place, all.tls.has_value(), all.url);
  if (all.tls) {
    Result<TlsTexts> texts = ReadTls(*all.tls);
    HPDL_TRY(texts);
    Result<std::string> pin = KeyPin(*texts);
    HPDL_TRY(pin);
    setup.users.address.key_pin = std::move(*pin);
    setup.tls = std::move(*texts);
  }
  setup.socket = std::move(all.socket);
  setup.host = options.host;
  // The socket listens at the port that was bound, even if the configured port was 0.
  setup.port = static_cast<std::uint16_t>(std::stoi(place->substr(place->rfind(':') + 1)));
  setup.front.url = all.url;
  setup.front.hosts = all.host_names;
  setup.front.limits = FrontLimitsOf(site);
  setup.front_account = site.Text(Setting::kServerFrontAccount);
  setup.store_account = site.Text(Setting::kServerStoreAccount);
  setup.front_program = {OwnPath(), std::string(kServeFront)};
  setup.store_program = {OwnPath(), std::string(kServeStore)};
  setup.rules = std::move(*rules);
  setup.proxies = all.setup.proxies;
  setup.access_log = [&all] {
    return Descriptor(fcntl(all.logs.access.get(), F_DUPFD_CLOEXEC, 0));
  };
  setup.log = all.setup.log;
  setup.users.secret = all.gate.secret;
  setup.users.pass_secret = std::move(*pass_secret);
  setup.users.state_path = all.setup.state_path;
  setup.users.program = {OwnPath(), std::string(kServeUser)};
  setup.users.site_path = all.setup.site_path;
  setup.users.host_name = options.host;
  setup.users.local = options.local;
  for (const WorkKind kind : kWorkKinds) {
    setup.users.limits[static_cast<std::size_t>(kind)] = LimitsOf(site, kind, true);
  }
  setup.users.archive = site.Text(Setting::kPurgeArchive);
  setup.users.idle = std::chrono::seconds(site.Number(Setting::kServerUserIdle));
  setup.users.log = all.setup.log;
  return setup;
}

int RunForMany(const DaemonOptions& options, DaemonConfiguration all) {
  if (const Result<void> passage = MakePassage(all.setup.state_path); !passage) {
    return Complain(passage.error(), kCannotServe);
  }
  const Result<LockedFile> serving = TakeServing(all.setup.state_path);
  if (!serving) {
    return Complain(serving.error(), kCannotServe);
  }
  if (const Result<void> secret = ReadSecret(&all); !secret) {
    return Complain(secret.error(), kCannotServe);
  }
  boost::asio::io_context loop(1);
  Signals signals(loop);
  Children children(loop);
  NameService names(loop, children, all.setup.authorization.groups);
  Result<SupervisorSetup> setup = SupervisorSetupOf(options, all);
  if (!setup) {
    return Complain(setup.error(), kCannotServe);
  }
  if (const std::string& archive = setup->users.archive; !archive.empty()) {
    if (const Result<void> passage = MakePassage(archive); !passage) {
      return Complain(passage.error(), kCannotServe);
    }
  }
  Supervisor supervisor(loop, children, names,
                        {*all.passwords, all.gate.secret, all.gate.validity_ms, all.setup.log},
                        std::move(*setup));
  std::optional<Result<std::string>> url;
  supervisor.Begin([&loop, &url](Result<std::string> said) {
    url = std::move(said);
    loop.stop();
  });
  signals.ends.async_wait([&loop](const boost::system::error_code& error, int) {
    if (!error) {
      loop.stop();
    }
  });
  loop.run();
  if (!url) {
    return 0;  // a signal came before the front was ready
  }
  if (!*url) {
    return Complain(url->error(), kCannotServe);
  }
  signals.ends.cancel();
  loop.restart();
  ServeUntilSignal(loop, signals, all, **url, [&] {
    supervisor.AccessLogOpened();
    if (all.tls) {
      ReadTlsAgain(*all.tls, all.setup.log, [&](TlsTexts texts) -> Result<void> {
        const Result<std::string> pin = KeyPin(texts);
        HPDL_TRY(pin);
        supervisor.SetTls(std::move(texts), *pin);
        return {};
      });
    }
  });
  return 0;
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
  Result<DaemonConfiguration> all = Configure(options);
  if (!all) {
    return Complain(all.error(), kUsage);
  }
  all->socket = std::move(*socket);
  signal(SIGPIPE, SIG_IGN);
  // SIGHUP is ignored until a handler is installed that opens the logs again.
  signal(SIGHUP, SIG_IGN);
  const bool is_of_celos = !options.celos.workflows.empty() || !options.celos_import.empty() ||
                           !options.celos_export.empty();
  if (all->many_users && is_of_celos) {
    return Complain(
        {ErrorClass::kError, "",
         "as root, hpdld needs --one-user for the options --celos-..., because Celos has no users"},
        kUsage);
  }
  if (options.check_config) {
    return CheckConfig(options, *all);
  }
  if (!options.celos_import.empty() || !options.celos_export.empty()) {
    return MoveCelos(options, *all);
  }
  if (const Result<void> opened = all->logs.Open(); !opened) {
    return Complain(opened.error(), kUsage);
  }
  return all->many_users ? RunForMany(options, std::move(*all))
                         : RunForOne(options, std::move(*all));
}

}  // namespace hpdl::rt
