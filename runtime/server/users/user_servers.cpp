#include "runtime/server/users/user_servers.h"

#include <dirent.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/server/access/hmac.h"
#include "runtime/server/access/program_credential.h"
#include "runtime/server/processes/message_socket.h"
#include "runtime/server/processes/report_pipe.h"
#include "runtime/server/users/pass.h"
#include "runtime/server/work/awaited.h"

namespace hpdl::rt {
namespace {

namespace asio = boost::asio;
using std::chrono::seconds;

constexpr seconds kStartPatience{60}, kTellPatience{5};
constexpr seconds kLeastPause{1}, kMostPause{60};
/// The maximum number of links of one front to one process of a user. A front needs a second one
/// only if it has lost the first.
constexpr std::size_t kMostLinks = 8;
constexpr mode_t kOfRoot = 0711, kOfUser = 0700;

Error Unavailable(const std::string& user, const std::string& why) {
  return {ErrorClass::kTransient, "", "the server of '" + user + "' " + why};
}

Error DirectoryError(const std::string& path, const std::string& why) {
  return {ErrorClass::kError, "", path + ": " + why};
}

/// Returns the variables of the environment that programs need and that a user may know.
std::vector<std::string> Environment(const Account& account) {
  std::vector<std::string> all = {"HOME=" + account.home, "USER=" + account.name,
                                  "LOGNAME=" + account.name};
  for (const char* name :
       {"PATH", "LANG", "LC_ALL", "TZ", "JAVA_HOME", "HADOOP_CONF_DIR", "HADOOP_HOME", "TMPDIR"}) {
    if (const char* value = std::getenv(name)) {
      all.push_back(std::string(name) + "=" + value);
    }
  }
  return all;
}

}  // namespace

/// The server of one user. It is idle, or starts, or serves.
struct UserServers::Server {
  Server(asio::io_context& loop, std::string name)
      : user(std::move(name)), changed(loop, asio::steady_timer::time_point::max()) {}

  const std::string user;
  bool starting = false, serving = false;
  bool later = false;    ///< the server will start again after a pause
  bool resting = false;  ///< the server got UserServerRest and has not answered yet
  /// Coroutines wait on this timer. It is cancelled when the server has started, has ended, or has
  /// answered that it stays.
  asio::steady_timer changed;
  Result<void> outcome;                          ///< the result of the last start
  std::shared_ptr<Awaited<Result<void>>> ready;  ///< the result of the present start
  pid_t process = 0;                             ///< 0: no process
  std::uint64_t run = 0;                         ///< counts the processes, to tell them apart
  std::unique_ptr<MessageSender> link;
  std::unique_ptr<ReportReader> reports;
  std::size_t links = 0;       ///< the links that the present front has got
  std::size_t open = 0;        ///< the requests between Open() and Done()
  std::uint64_t answered = 0;  ///< the number of the last request of TellAll() that was answered
  SteadyClock::time_point serving_since, asked_last;
  seconds pause = kLeastPause;  ///< the pause before the next start without a request
};

UserServers::UserServers(asio::io_context& loop, Children& children, NameService& names,
                         UserServersSetup setup)
    : loop_(loop),
      children_(children),
      names_(names),
      setup_(std::move(setup)),
      places_(setup_.limits, [this](const std::string& user, WorkKind kind, std::size_t places) {
        Grant(user, kind, places);
      }) {}

UserServers::~UserServers() = default;

std::string UserServers::PathOf(std::string_view user) const {
  return setup_.state_path + "/users" + (user.empty() ? "" : "/") + std::string(user);
}

bool UserServers::Has(std::string_view user) const {
  struct stat info{};
  return IsAccountName(user) && lstat(PathOf(user).c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

std::vector<std::string> UserServers::Running() const {
  std::vector<std::string> users;
  for (const auto& [user, server] : servers_) {
    if (server->serving && !server->resting) {
      users.push_back(user);
    }
  }
  return users;
}

Result<void> UserServers::Begin() {
  const std::string path = PathOf("");
  if (mkdir(path.c_str(), kOfRoot) != 0 && errno != EEXIST) {
    return DirectoryError(path, std::strerror(errno));
  }
  struct stat info{};
  if (lstat(path.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != geteuid() ||
      (info.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    return DirectoryError(path,
                          "it must be a directory that belongs to this server's user, and only "
                          "that user may write to it");
  }
  DIR* const directory = opendir(path.c_str());
  if (directory == nullptr) {
    return DirectoryError(path, std::strerror(errno));
  }
  while (const dirent* entry = readdir(directory)) {
    if (Has(entry->d_name)) {
      const auto server = std::make_shared<Server>(loop_, entry->d_name);
      servers_.emplace(server->user, server);
      asio::co_spawn(loop_, Start(server), asio::detached);
    }
  }
  closedir(directory);
  if (setup_.idle.count() != 0) {
    asio::co_spawn(loop_, LetRest(), asio::detached);
  }
  return {};
}

template <class Message>
void UserServers::SendTo(Server& server, const Message& message, Passed passed) {
  std::string frame;
  Append(message, &frame);
  server.link->Send(std::move(frame), std::move(passed));
}

std::string UserServers::PassKey(const std::string& user) const {
  return HmacSha256(setup_.pass_secret, "passes to the server of " + user);
}

ServerAddress UserServers::AddressOf(const std::string& user) const {
  ServerAddress address = setup_.address;
  address.program_key = ProgramKey(setup_.secret, user);
  return address;
}

void UserServers::SetAddress(ServerAddress address) {
  setup_.address = std::move(address);
  for (const auto& [user, server] : servers_) {
    if (server->link) {
      SendTo(*server, UserServerAddress{AddressOf(user)});
    }
  }
}

/// Sends UserServerRest to each server that got no request for a while. A server that has something
/// to do answers that it stays. New requests for a server wait until it has answered or ended.
Task<void> UserServers::LetRest() {
  while (true) {
    co_await Sleep(std::max<std::chrono::milliseconds>(setup_.idle / 4, kLeastPause));
    const SteadyClock::time_point now = SteadyClock::now();
    for (const auto& [user, server] : servers_) {
      const auto quiet = now - server->asked_last;
      if (server->resting && quiet > setup_.idle + kStartPatience) {
        children_.Kill(server->process);  // the server hangs
      } else if (server->serving && !server->resting && server->open == 0 && quiet >= setup_.idle) {
        server->resting = true;
        SendTo(*server, UserServerRest());
      }
    }
  }
}

Result<void> UserServers::MakeDirectory(const std::string& path, const Account& account) {
  if (mkdir(path.c_str(), kOfUser) != 0 && errno != EEXIST) {
    return DirectoryError(path, std::strerror(errno));
  }
  struct stat info{};
  if (lstat(path.c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) {
    return DirectoryError(path, "it is not a directory");
  }
  // Only this process can make a directory at this path. If root still owns the directory, an
  // earlier call was interrupted between mkdir() and lchown().
  if (info.st_uid == geteuid() && info.st_uid != account.uid &&
      lchown(path.c_str(), account.uid, account.gid) != 0) {
    return DirectoryError(path, std::strerror(errno));
  }
  if (info.st_uid != geteuid() && info.st_uid != account.uid) {
    return DirectoryError(
        path,
        "it must belong to the account that has the directory's name, but it belongs to uid " +
            std::to_string(info.st_uid));
  }
  return {};
}

Result<void> UserServers::Spawn(const std::shared_ptr<Server>& server, const Account& account) {
  Result<std::pair<Descriptor, Descriptor>> ends = MessageSockets();
  Result<std::pair<Descriptor, Descriptor>> reports = ends ? Pipe() : ends.error();
  if (!reports) {
    return Unavailable(server->user, "cannot be started: " + reports.error().message);
  }
  ChildCommand command;
  command.argv = setup_.program;
  command.environment = Environment(account);
  command.bare_environment = true;
  command.socket = ends->second.get();
  command.writes_log = true;
  const std::weak_ptr<Server> weak = server;
  const std::uint64_t run = server->run = ++last_run_;
  const auto same = [weak, run] {
    std::shared_ptr<Server> it = weak.lock();
    return it && it->run == run ? it : nullptr;
  };
  const Result<pid_t> process = children_.Start(command, [this, same](const ChildEnd& end) {
    if (const std::shared_ptr<Server> ended = same()) {
      Ended(ended, end.Words());
    }
  });
  HPDL_TRY(process);
  server->process = *process;
  ReportReader::Handlers handlers;
  handlers.size = SizeOfReport;
  handlers.take = [this, same](std::string_view report) {
    const std::shared_ptr<Server> from = same();
    return from && Take(*from, report);
  };
  handlers.ended = [this, same] {
    if (const std::shared_ptr<Server> gone = same(); gone && gone->process != 0) {
      children_.Kill(gone->process);
    }
  };
  server->link = std::make_unique<MessageSender>(loop_, std::move(ends->first));
  server->reports =
      std::make_unique<ReportReader>(loop_, std::move(reports->first), std::move(handlers));
  server->link->Send(std::string(kReportsFollow), {std::move(reports->second), Descriptor()});
  return {};
}

Task<Result<void>> UserServers::Begin(std::shared_ptr<Server> server) {
  const Result<Account> account = co_await FindAccount(names_, server->user);
  HPDL_CO_TRY(account);
  Result<void> step = MakeDirectory(PathOf(server->user), *account);
  if (step && !setup_.archive.empty()) {
    step = MakeDirectory(setup_.archive + "/" + server->user, *account);
  }
  if (step) {
    step = Spawn(server, *account);
  }
  if (!step) {
    co_return step;
  }
  const UserServerBegin begin{
      *account,         PathOf(server->user), setup_.site_path,     AddressOf(server->user),
      setup_.host_name, setup_.local,         PassKey(server->user)};
  server->ready = std::make_shared<Awaited<Result<void>>>(loop_);
  SendTo(*server, begin);
  const auto ready = server->ready;
  std::optional<Result<void>> said = co_await ready->Get(kStartPatience);
  if (!said) {
    children_.Kill(server->process);
    co_return Unavailable(server->user, "did not report that it is ready");
  }
  co_return std::move(*said);
}

Task<Result<void>> UserServers::Start(std::shared_ptr<Server> server) {
  server->starting = true;
  server->outcome = co_await Begin(server);
  server->starting = false;
  server->ready.reset();
  if (server->outcome && server->process == 0) {
    server->outcome = Unavailable(server->user, "ended as soon as it was ready");
  }
  server->serving = server->outcome.ok();
  if (server->serving) {
    server->serving_since = server->asked_last = SteadyClock::now();
    for (const auto& [subject, told] : told_) {
      SendTo(*server, told);
    }
    setup_.log(LogLevel::kInfo, "hpdld now serves the jobs of " + server->user);
  } else if (!server->outcome) {
    setup_.log(LogLevel::kWarning, server->outcome.error().message);
    if (server->outcome.error().error_class == ErrorClass::kTransient && Has(server->user)) {
      StartLater(server);
    }
  }
  server->changed.cancel();
  co_return server->outcome;
}

Task<Result<void>> UserServers::Await(std::shared_ptr<Server> server) {
  while (server->resting) {
    co_await server->changed.async_wait(asio::as_tuple(asio::use_awaitable));
  }
  if (!server->starting && !server->serving) {
    co_return co_await Start(server);
  }
  while (server->starting) {
    co_await server->changed.async_wait(asio::as_tuple(asio::use_awaitable));
  }
  co_return server->serving || !server->outcome
      ? server->outcome
      : Result<void>(Unavailable(server->user, "has just ended"));
}

OpenedServer UserServers::Opened(const Server& server, const Caller& caller) const {
  return {server.run, MakePass(PassKey(server.user), caller.user, caller.program), Work()};
}

Task<Result<OpenedServer>> UserServers::Open(std::string user, Caller caller) {
  std::shared_ptr<Server>& place = servers_[user];
  if (!place) {
    place = std::make_shared<Server>(loop_, user);
  }
  const std::shared_ptr<Server> server = place;
  const Result<void> there = co_await Await(server);
  if (!there) {
    const auto same = servers_.find(user);
    if (!server->starting && server->process == 0 && !Has(user) && same != servers_.end() &&
        same->second == server) {
      servers_.erase(same);  // otherwise requests for names that have no server and no directory
                             // would fill the map
    }
    co_return there.error();
  }
  server->asked_last = SteadyClock::now();
  ++server->open;
  co_return Opened(*server, caller);
}

Result<OpenedServer> UserServers::OpenRunning(const std::string& user, const Caller& caller) {
  const auto found = servers_.find(user);
  if (found == servers_.end() || !found->second->serving || found->second->resting) {
    return Unavailable(user, "is not running");
  }
  return Opened(*found->second, caller);
}

void UserServers::Done(const std::string& user, std::uint64_t run) {
  const auto found = servers_.find(user);
  if (found != servers_.end() && found->second->run == run && found->second->open > 0) {
    --found->second->open;
    found->second->asked_last = SteadyClock::now();
  }
}

void UserServers::FrontEnded() {
  for (const auto& [user, server] : servers_) {
    server->open = 0;
    server->links = 0;
  }
}

bool UserServers::HasLink(const std::string& user) const {
  const auto found = servers_.find(user);
  return found != servers_.end() && found->second->links > 0;
}

Result<Passed> UserServers::Link(const std::string& user, std::uint64_t run) {
  const auto found = servers_.find(user);
  if (found == servers_.end() || found->second->run != run || !found->second->link) {
    return Unavailable(user, "has just ended");
  }
  Server& server = *found->second;
  if (server.links >= kMostLinks) {
    return Unavailable(user, "has lost too many links");
  }
  Result<std::pair<Descriptor, Descriptor>> requests = Pipe();
  HPDL_TRY(requests);
  Result<std::pair<Descriptor, Descriptor>> answers = Pipe();
  HPDL_TRY(answers);
  ++server.links;
  SendTo(server, UserServerLink(), {std::move(requests->first), std::move(answers->second)});
  return Passed{std::move(answers->first), std::move(requests->second)};
}

bool UserServers::HaveAllAnswered(std::uint64_t told) const {
  return std::all_of(servers_.begin(), servers_.end(), [told](const auto& entry) {
    const Server& server = *entry.second;
    return !server.serving || server.resting || server.answered >= told;
  });
}

Task<void> UserServers::TellAll(std::string subject, UserRequest request) {
  const std::uint64_t number = request.number = ++last_told_;
  const UserRequest& told = told_[std::move(subject)] = std::move(request);
  for (const auto& [user, server] : servers_) {
    if (server->serving) {
      SendTo(*server, told);
    }
  }
  const auto until = SteadyClock::now() + kTellPatience;
  while (!HaveAllAnswered(number) && SteadyClock::now() < until) {
    co_await Sleep(std::chrono::milliseconds(20));
  }
}

void UserServers::Grant(const std::string& user, WorkKind kind, std::size_t places) {
  const auto server = servers_.find(user);
  if (server != servers_.end() && server->second->link) {
    SendTo(*server->second, PlacesGranted{kind, static_cast<std::uint32_t>(places)});
  }
}

std::vector<std::uint64_t> UserServers::Work() const {
  std::vector<std::uint64_t> work;
  for (const WorkKind kind : kWorkKinds) {
    work.push_back(places_.taken(kind));
    work.push_back(places_.wanted(kind));
  }
  return work;
}

bool UserServers::Take(Server& server, std::string_view message) {
  if (UserServerReady ready; server.ready && ReadFixed(message, &ready)) {
    server.ready->Give(
        ready.error.size == 0
            ? Result<void>()
            : Result<void>(Unavailable(server.user, "cannot serve: " + ready.error.text())));
    return true;
  }
  if (PlacesWanted places;
      ReadFixed(message, &places) &&
      places_.Take(server.user, places.kind, places.wanted, places.given_back)) {
    return true;
  }
  if (LogLine line; ReadFixed(message, &line)) {
    setup_.log(static_cast<LogLevel>(line.level), "[" + server.user + "] " + line.text.text());
    return true;
  }
  if (UserServerTold told; ReadFixed(message, &told)) {
    server.answered = std::max(server.answered, told.number);
    return true;
  }
  if (UserServerStays stays; server.resting && ReadFixed(message, &stays)) {
    server.resting = false;
    server.asked_last = SteadyClock::now();
    server.changed.cancel();
    return true;
  }
  setup_.log(LogLevel::kError, "the server of " + server.user +
                                   " is killed, because it sent a message that cannot be read");
  return false;
}

void UserServers::Ended(const std::shared_ptr<Server>& server, const std::string& how) {
  const bool served = std::exchange(server->serving, false);
  const bool rested = std::exchange(server->resting, false);
  server->process = 0;
  server->link.reset();
  server->reports.reset();
  server->links = 0;
  places_.Gone(server->user);
  const Error error = Unavailable(server->user, how);
  server->open = 0;
  if (server->ready) {
    server->ready->Give(error);
  }
  server->changed.cancel();
  if (rested) {
    setup_.log(LogLevel::kInfo, "the server of " + server->user + " is idle and has stopped");
  } else if (served) {
    const bool lasted = SteadyClock::now() - server->serving_since > kMostPause;
    server->pause = lasted ? kLeastPause : server->pause;
    setup_.log(LogLevel::kWarning, error.message);
    StartLater(server);
  }
}

/// Starts the server again after a pause, even without a request, because the user's jobs must go
/// on.
void UserServers::StartLater(const std::shared_ptr<Server>& server) {
  if (std::exchange(server->later, true)) {
    return;
  }
  setup_.log(LogLevel::kInfo, "the server of " + server->user + " restarts in " +
                                  std::to_string(server->pause.count()) + " s");
  const auto again = [this, server]() -> Task<void> {
    asio::steady_timer timer(loop_, server->pause);
    co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
    server->later = false;
    server->pause = std::min(server->pause * 2, kMostPause);
    if (!server->starting && !server->serving) {
      (void)co_await Start(server);  // Start() logs what went wrong
    }
  };
  asio::co_spawn(loop_, again, asio::detached);
}

}  // namespace hpdl::rt
