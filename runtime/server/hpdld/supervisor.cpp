#include "runtime/server/hpdld/supervisor.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/server/access/hmac.h"
#include "runtime/server/users/pass.h"
#include "runtime/world/http/http_server.h"

namespace hpdl::rt {
namespace {

namespace asio = boost::asio;
using std::chrono::seconds;

constexpr seconds kLeastPause{1}, kMostPause{60};
constexpr seconds kStartPatience{60};
/// A front that does not answer a ping before the next one is ended.
constexpr seconds kPing{30};

Descriptor Copy(int fd) {
  return Descriptor(fcntl(fd, F_DUPFD_CLOEXEC, 0));
}

}  // namespace

class Supervisor::Turn {
 public:
  Turn(std::shared_ptr<Turns> turns, const std::string& caller)
      : turns_(std::move(turns)), place_(turns_->of_caller.try_emplace(caller).first) {
    ++turns_->all;
    ++place_->second;
  }
  ~Turn() {
    --turns_->all;
    if (--place_->second == 0) {
      turns_->of_caller.erase(place_);
    }
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  bool IsWithinAll(const FrontLimits& limits) const {
    return turns_->all <= 2 * limits.http.connections;
  }
  bool IsWithin(const FrontLimits& limits) const {
    return IsWithinAll(limits) && place_->second <= 2 * limits.user_requests;
  }

 private:
  const std::shared_ptr<Turns> turns_;
  const decltype(Turns::of_caller)::iterator place_;
};

Supervisor::Supervisor(asio::io_context& loop, Children& children, NameService& names,
                       Logins::Setup logins, SupervisorSetup setup)
    : loop_(loop),
      children_(children),
      names_(names),
      setup_(std::move(setup)),
      logins_(loop, std::move(logins)),
      authorization_(setup_.rules, names),
      proxies_(setup_.proxies, names,
               [](LogLevel, std::string_view) {}),  // the user's server writes the log
      users_(loop, children, names, setup_.users),
      pass_key_(HmacSha256(setup_.users.pass_secret, "passes to the supervisor")) {
  front_.name = "front";
  front_.account_name = setup_.front_account;
  front_.program = setup_.front_program;
  store_.name = "store";
  store_.account_name = setup_.store_account;
  store_.program = setup_.store_program;
}

Supervisor::~Supervisor() {
  for (const Service* service : {&front_, &store_}) {
    if (service->process != 0) {
      children_.Kill(service->process);
    }
  }
}

void Supervisor::Begin(Begun begun) {
  begun_ = std::move(begun);
  const auto begin = [this]() -> Task<void> {
    const Result<void> done = co_await BeginAll();
    if (!done && begun_) {
      std::exchange(begun_, nullptr)(done.error());
    }
  };
  asio::co_spawn(loop_, begin, asio::detached);
}

/// Looks for all that may be missing before it starts the first process.
Task<Result<void>> Supervisor::BeginAll() {
  if (setup_.front_account == setup_.store_account) {
    co_return Error{ErrorClass::kError, "", "the front and the store need accounts of their own"};
  }
  for (const Service* service : {&front_, &store_}) {
    const Result<Account> account = co_await FindServiceAccount(names_, service->account_name);
    HPDL_CO_TRY(account);
  }
  const Result<void> users = users_.Begin();
  HPDL_CO_TRY(users);
  const Result<void> store = co_await Start(store_);
  HPDL_CO_TRY(store);
  co_return co_await Start(front_);
}

Task<Result<void>> Supervisor::Start(Service& service) {
  const Result<Account> account = co_await FindServiceAccount(names_, service.account_name);
  HPDL_CO_TRY(account);
  const Result<void> spawned = Spawn(service);
  HPDL_CO_TRY(spawned);
  SendBegin(service, *account);
  co_return Result<void>();
}

Result<void> Supervisor::Spawn(Service& service) {
  Result<std::pair<Descriptor, Descriptor>> ends = MessageSockets();
  HPDL_TRY(ends);
  Result<std::pair<Descriptor, Descriptor>> reports = Pipe();
  HPDL_TRY(reports);
  ChildCommand command;
  command.argv = service.program;
  command.bare_environment = true;
  command.socket = ends->second.get();
  command.writes_log = true;
  const std::uint64_t run = ++service.run;
  const Result<pid_t> process =
      children_.Start(command, [this, &service, run](const ChildEnd& end) {
        if (service.run == run) {
          Ended(service, end.Words());
        }
      });
  HPDL_TRY(process);
  service.process = *process;
  service.begun = std::chrono::steady_clock::now();
  service.pinged = false;
  ReportReader::Handlers handlers;
  handlers.size = SizeOfFrontReport;
  handlers.take = [this, &service, run](std::string_view report) {
    return service.run == run && Take(service, report);
  };
  handlers.ended = [this, &service, run] {
    if (service.run == run && service.process != 0) {
      children_.Kill(service.process);
    }
  };
  service.link = std::make_unique<MessageSender>(loop_, std::move(ends->first));
  service.reports =
      std::make_unique<ReportReader>(loop_, std::move(reports->first), std::move(handlers));
  service.link->Send(std::string(kReportsFollow), {std::move(reports->second), Descriptor()});
  asio::co_spawn(loop_, AwaitReady(service), asio::detached);
  return {};
}

/// Kills a process that does not begin.
Task<void> Supervisor::AwaitReady(Service& service) {
  const std::uint64_t run = service.run;
  co_await Sleep(kStartPatience);
  if (service.run == run && !service.ready && service.process != 0) {
    setup_.log(LogLevel::kError, "the " + service.name + " did not report that it is ready");
    children_.Kill(service.process);
  }
}

/// Kills a front that hangs.
Task<void> Supervisor::Ping(std::uint64_t run) {
  while (IsFront(run) && front_.process != 0) {
    if (std::exchange(front_.pinged, true)) {
      setup_.log(LogLevel::kError, "the front is killed, because it does not answer");
      children_.Kill(front_.process);
      co_return;
    }
    SendToFront(FrontPing());
    co_await Sleep(kPing);
  }
}

template <class Message>
void Supervisor::SendToFront(const Message& message, Passed passed) {
  if (front_.link) {
    std::string frame;
    Append(message, &frame);
    front_.link->Send(std::move(frame), std::move(passed));
  }
}

void Supervisor::SendBegin(Service& service, const Account& account) {
  if (&service == &store_) {
    std::string frame;
    Append(StoreBegin{account.uid, account.gid}, &frame);
    service.link->Send(std::move(frame));
    return;
  }
  FrontBegin begin = setup_.front;
  begin.uid = account.uid;
  begin.gid = account.gid;
  begin.tls = setup_.tls.has_value();
  Descriptor access_log = setup_.access_log();
  begin.access_log = access_log.get() >= 0;
  if (!PlaceOf(setup_.socket.get())) {  // an earlier front has shut it down
    if (Result<Descriptor> again = OpenPort(setup_.host, setup_.port)) {
      setup_.socket = std::move(*again);
    } else {
      setup_.log(LogLevel::kError, again.error().message);
    }
  }
  SendToFront(begin, {Copy(setup_.socket.get()), Descriptor()});
  if (begin.tls) {
    SendToFront(FrontTls{*setup_.tls});
  }
  if (begin.access_log) {
    SendToFront(FrontAccessLog(), {std::move(access_log), Descriptor()});
  }
}

void Supervisor::Ready(Service& service, const std::string& error) {
  if (!error.empty()) {
    setup_.log(LogLevel::kError, "the " + service.name + " cannot begin: " + error);
  }
  service.ready = error.empty();
  if (service.ready && &service == &front_) {
    asio::co_spawn(loop_, Ping(front_.run), asio::detached);
  }
  if (begun_ && !error.empty()) {
    std::exchange(begun_, nullptr)(
        Error{ErrorClass::kError, "", "the " + service.name + " cannot begin: " + error});
  } else if (begun_ && front_.ready && store_.ready) {
    std::exchange(begun_, nullptr)(url_);
  } else if (!error.empty() && service.process == 0) {
    StartLater(service);
  }
}

void Supervisor::Ended(Service& service, const std::string& how) {
  const bool was_ready = std::exchange(service.ready, false);
  service.process = 0;
  service.link.reset();
  service.reports.reset();
  if (&service == &front_) {
    users_.FrontEnded();
    turns_ = std::make_shared<Turns>();
  }
  if (begun_) {
    Ready(service, how);
    return;
  }
  setup_.log(LogLevel::kWarning, "the " + service.name + " " + how);
  if (was_ready && std::chrono::steady_clock::now() - service.begun > kMostPause) {
    service.pause = kLeastPause;
  }
  StartLater(service);
}

/// Starts a service again after a pause.
void Supervisor::StartLater(Service& service) {
  const auto again = [this, &service]() -> Task<void> {
    const seconds pause = service.pause;
    service.pause = std::min(service.pause * 2, kMostPause);
    co_await Sleep(pause);
    const Result<void> started = co_await Start(service);
    if (!started) {
      Ready(service, started.error().message);
    }
  };
  asio::co_spawn(loop_, again, asio::detached);
}

bool Supervisor::Take(Service& service, std::string_view message) {
  if (LogLine line; ReadFixed(message, &line)) {
    setup_.log(static_cast<LogLevel>(line.level), "[" + service.name + "] " + line.text.text());
    return true;
  }
  if (StoreReady ready; &service == &store_ && ReadFixed(message, &ready)) {
    Ready(service, ready.error.text());
    return true;
  }
  if (&service == &front_ && TakeFromFront(message)) {
    return true;
  }
  setup_.log(LogLevel::kError,
             "the " + service.name + " is killed, because it sent a message that cannot be read");
  return false;
}

bool Supervisor::TakeFromFront(std::string_view message) {
  if (FrontLogin login; ReadFixed(message, &login)) {
    asio::co_spawn(loop_, Login(login), asio::detached);
    return true;
  }
  if (FrontOpen open; ReadFixed(message, &open)) {
    asio::co_spawn(loop_, Open(open), asio::detached);
    return true;
  }
  if (FrontDone done; ReadFixed(message, &done)) {
    users_.Done(done.user.text(), done.run);
    return true;
  }
  if (FrontPong pong; ReadFixed(message, &pong)) {
    front_.pinged = false;
    return true;
  }
  if (FrontRunning running; ReadFixed(message, &running)) {
    SendToFront(FrontRunningAnswer{running.number, users_.Running()});
    return true;
  }
  if (FrontTell tell; ReadFixed(message, &tell)) {
    asio::co_spawn(loop_, Tell(tell), asio::detached);
    return true;
  }
  if (FrontReady ready; ReadFixed(message, &ready)) {
    url_ = ready.url.text();
    Ready(front_, ready.error.text());
    return true;
  }
  return false;
}

Task<void> Supervisor::Login(FrontLogin message) {
  const std::uint64_t run = front_.run;
  const Turn turn(turns_, "");
  FrontLoginAnswer answer;
  answer.number = message.number;
  answer.verdict.outcome = LoginVerdict::Outcome::kTooMany;
  if (turn.IsWithinAll(setup_.front.limits)) {
    LoginClaim claim = ClaimOf(message);
    claim.gone = [this, run] { return !IsFront(run); };
    answer.verdict = co_await logins_.Check(std::move(claim));
  }
  if (answer.verdict.outcome == LoginVerdict::Outcome::kProven) {
    answer.verdict.pass = MakePass(pass_key_, message.user.view(), message.job.view());
  }
  if (IsFront(run)) {
    SendToFront(answer);
  }
}

void Supervisor::Answer(const FrontOpen& asked, FrontOpened answer) {
  answer.number = asked.number;
  const std::uint64_t run = answer.server.run;
  const bool lost = run == asked.lost || run == asked.own_lost;
  if (run == 0 || (users_.HasLink(answer.user) && !lost)) {
    SendToFront(answer);
    return;
  }
  Result<Passed> link = users_.Link(answer.user, run);
  answer.link = link.ok();
  if (!link) {
    users_.Done(answer.user, run);
    answer.server.run = 0;
    answer.error = link.error().message;
    answer.transient = true;
  }
  SendToFront(answer, link ? std::move(*link) : Passed());
}

FrontOpened Supervisor::OpenRunning(const FrontOpen& message) {
  FrontOpened answer;
  answer.user = message.user.text();
  Result<OpenedServer> opened = users_.OpenRunning(answer.user, Caller());
  if (opened) {
    answer.server = std::move(*opened);
  } else {
    answer.error = opened.error().message;
    answer.transient = true;
  }
  return answer;
}

/// The server of a user for whom the caller acts checks this once more. The check here comes before
/// the cost of a server.
Task<Result<OpenedServer>> Supervisor::OpenFor(const FrontOpen& message, Caller caller,
                                               std::string user) {
  if (static_cast<ServerChoice>(message.choice) == ServerChoice::kActFor) {
    const Result<Caller> may = co_await proxies_.ActAs(caller, user, message.peer.text());
    HPDL_CO_TRY(may);
  }
  co_return co_await users_.Open(std::move(user), std::move(caller));
}

Task<void> Supervisor::Open(FrontOpen message) {
  const std::uint64_t run = front_.run;
  const auto choice = static_cast<ServerChoice>(message.choice);
  if (choice == ServerChoice::kUserRunning) {
    Answer(message, OpenRunning(message));
    co_return;
  }
  FrontOpened answer;
  Caller caller;
  caller.user = message.caller.text();
  caller.program = message.program.text();
  const Turn turn(turns_, caller.user);
  answer.user = message.user.text();
  if (choice == ServerChoice::kUserOrOwn && !users_.Has(answer.user)) {
    answer.user = caller.user;
  }
  const bool nobody = caller.user.empty() && caller.program.empty();
  // A caller without a name has no proof, and reaches only servers of users who have jobs here.
  if (!nobody && !IsGoodPass(pass_key_, caller.user, caller.program, message.pass.view())) {
    answer.error = "the login of the caller is not proven";
  } else if (answer.user.empty() ||
             (nobody && choice != ServerChoice::kActFor && !users_.Has(answer.user))) {
    answer.error = "no user of this server is meant";
  } else if (!turn.IsWithin(setup_.front.limits)) {
    answer.error = "too many requests at the same time; try again later";
    answer.transient = true;
  } else {
    Result<OpenedServer> opened = co_await OpenFor(message, caller, answer.user);
    if (opened && !IsFront(run)) {
      users_.Done(answer.user, opened->run);
    }
    if (opened) {
      answer.server = std::move(*opened);
    } else {
      answer.error_code = opened.error().code;
      answer.error = opened.error().message;
      answer.transient = opened.error().error_class == ErrorClass::kTransient;
    }
  }
  if (IsFront(run)) {
    Answer(message, std::move(answer));
  }
}

Task<void> Supervisor::Tell(FrontTell message) {
  const std::uint64_t run = front_.run;
  Caller caller;
  caller.user = message.caller.text();
  const bool proven = IsGoodPass(pass_key_, caller.user, "", message.pass.view());
  const Turn turn(turns_, caller.user);
  const bool may = proven && turn.IsWithin(setup_.front.limits) &&
                   (co_await authorization_.ForAdministration(caller)).ok();
  if (may) {
    const auto change = static_cast<ServerChange>(message.change);
    UserRequest request = RequestOf(change);
    request.caller = caller.user;
    co_await users_.TellAll(change < ServerChange::kHwsActive ? "oozie" : "hws",
                            std::move(request));
  }
  if (IsFront(run)) {
    FrontTold told;
    told.number = message.number;
    told.done = may;
    SendToFront(told);
  }
}

void Supervisor::SetTls(TlsTexts texts, std::string key_pin) {
  setup_.tls = std::move(texts);
  SendToFront(FrontTls{*setup_.tls});
  if (key_pin != setup_.users.address.key_pin) {
    setup_.users.address.key_pin = std::move(key_pin);
    users_.SetAddress(setup_.users.address);
  }
}

void Supervisor::AccessLogOpened() {
  if (Descriptor log = setup_.access_log(); log.get() >= 0) {
    SendToFront(FrontAccessLog(), {std::move(log), Descriptor()});
  }
}

}  // namespace hpdl::rt
