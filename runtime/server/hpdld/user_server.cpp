#include "runtime/server/hpdld/user_server.h"

#include <fcntl.h>
#include <signal.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/ground/base/frames.h"
#include "runtime/server/hpdld/services.h"
#include "runtime/server/hpdld/supervised_process.h"
#include "runtime/server/hpdld/this_process.h"
#include "runtime/server/jobs/job_server.h"
#include "runtime/server/processes/message_socket.h"
#include "runtime/server/processes/rights.h"
#include "runtime/server/users/messages.h"
#include "runtime/server/users/pass.h"
#include "runtime/server/work/frame_link.h"

namespace hpdl::rt {
namespace {

/// The maximum number of links at a time; a new front may come before the links of the last are
/// gone.
constexpr std::size_t kMostLinks = 32;

/// Answers the requests that come over the links of the front, until the supervisor ends.
class UserServer {
 public:
  UserServer(boost::asio::io_context& loop, JobServer& jobs, Services& services, int reports,
             std::string pass_key)
      : loop_(loop),
        jobs_(jobs),
        services_(services),
        reports_(reports),
        pass_key_(std::move(pass_key)),
        supervisor_(loop, Descriptor(kSupervisorSocket),
                    {[this](std::string_view frame, Passed passed) {
                       return Take(frame, std::move(passed));
                     },
                     [&loop] { loop.stop(); }}) {}

  template <class Report>
  void Say(const Report& report) {
    SendReport(reports_, FixedMessage(report));
  }

 private:
  /// A connection of a front. Requests may outlive it.
  struct Link {
    std::unique_ptr<FrameLink> frames;
    /// For each request that is being answered: true if its caller has left.
    std::map<std::uint64_t, std::shared_ptr<bool>> gone;
  };

  bool Take(std::string_view frame, Passed passed) {
    if (FrameSize(frame) == 0 || FrameSize(frame) != frame.size()) {
      return false;
    }
    if (PlacesGranted granted; Read(frame, &granted)) {
      jobs_.Line(granted.kind).Grant(granted.places);
      return true;
    }
    if (UserServerAddress known; Read(frame, &known)) {
      jobs_.SetAddress(std::move(known.address));
      return true;
    }
    if (UserServerRest rest; Read(frame, &rest)) {
      if (answering_ == 0 && jobs_.IsIdle()) {
        loop_.stop();
      } else {
        Say(UserServerStays());
      }
      return true;
    }
    if (UserServerLink link; Read(frame, &link)) {
      // Without a free descriptor the pipes close, and the front asks for others.
      if (passed.first.get() >= 0 && passed.second.get() >= 0 && links_.size() < kMostLinks) {
        AddLink(std::move(passed));
      }
      return true;
    }
    const auto request = std::make_shared<UserRequest>();
    if (!Read(frame, request.get())) {
      return false;
    }
    const auto answer = [this, request]() -> Task<void> {
      std::function<bool()> nobody_leaves;
      (void)co_await AnswerOf(*request, std::move(nobody_leaves));
      UserServerTold told;
      told.number = request->number;
      Say(told);
    };
    boost::asio::co_spawn(loop_, answer, boost::asio::detached);
    return true;
  }

  void AddLink(Passed pipes) {
    const auto link = std::make_shared<Link>();
    const std::weak_ptr<Link> weak = link;
    FrameLink::Handlers handlers;
    handlers.take = [this, weak](std::string_view frame) {
      if (UserCallerGone left; Read(frame, &left)) {
        CallerLeft(weak, left.number);
        return true;
      }
      const auto request = std::make_shared<UserRequest>();
      if (!Read(frame, request.get())) {
        return false;
      }
      const auto answer = [this, weak, request]() -> Task<void> { co_await Answer(weak, request); };
      boost::asio::co_spawn(loop_, answer, boost::asio::detached);
      return true;
    };
    handlers.ended = [this, weak] {
      if (const std::shared_ptr<Link> ended = weak.lock()) {
        links_.erase(ended);
      }
    };
    link->frames = std::make_unique<FrameLink>(loop_, std::move(pipes.first),
                                               std::move(pipes.second), std::move(handlers));
    links_.insert(link);
  }

  static void CallerLeft(const std::weak_ptr<Link>& link, std::uint64_t number) {
    if (const std::shared_ptr<Link> from = link.lock()) {
      if (const auto found = from->gone.find(number); found != from->gone.end()) {
        *found->second = true;
      }
    }
  }

  bool IsAdmitted(const UserRequest& request) const {
    const std::string_view target = request.target;
    return IsGoodPass(pass_key_, request.caller, request.program, request.pass) &&
           (!request.caller.empty() || IsForAnybody(target.substr(0, target.find('?'))));
  }

  /// Answers a request of the front if the supervisor has admitted its caller.
  Task<void> Answer(std::weak_ptr<Link> link, std::shared_ptr<UserRequest> request) {
    OozieAnswer given;
    if (IsAdmitted(*request)) {
      const auto gone = std::make_shared<bool>(false);
      if (const std::shared_ptr<Link> from = link.lock()) {
        from->gone[request->number] = gone;
      }
      // If the link has ended, nobody waits, either.
      std::function<bool()> has_left = [gone, link] { return *gone || link.expired(); };
      given = co_await AnswerOf(*request, std::move(has_left));
    } else {
      given.status = 403;
      given.body = "the caller of the request has not been admitted\n";
    }
    if (const std::shared_ptr<Link> from = link.lock()) {
      from->gone.erase(request->number);
      std::string frame;
      Append(UserAnswer{request->number, given.status, std::move(given.body),
                        std::move(given.content_type), std::move(given.fields),
                        std::move(given.reason)},
             &frame);
      from->frames->Send(std::move(frame));
    }
  }

  Task<OozieAnswer> AnswerOf(const UserRequest& request, std::function<bool()> gone) {
    OozieRequest asked;
    asked.method = request.method;
    asked.target = request.target;
    asked.content_type = request.content_type;
    asked.idempotency_key = request.idempotency_key;
    asked.parent = request.parent;
    asked.body = request.body;
    asked.too_long = request.too_long;
    asked.caller.user = request.caller;
    asked.caller.program = request.program;
    asked.address = request.address;
    asked.gone = std::move(gone);
    SetWork(request.work);
    ++answering_;
    OozieAnswer given = co_await services_.Answer(asked);
    --answering_;
    co_return given;
  }

  /// Sets the numbers of running and waiting items of all users. `work` has these two numbers for
  /// each kind of work.
  void SetWork(const std::vector<std::uint64_t>& work) {
    for (const WorkKind kind : kWorkKinds) {
      const std::size_t at = 2 * static_cast<std::size_t>(kind);
      if (at + 1 < work.size()) {
        jobs_.Line(kind).SetOfAll(work[at], work[at + 1]);
      }
    }
  }

  boost::asio::io_context& loop_;
  JobServer& jobs_;
  Services& services_;
  const int reports_;
  const std::string pass_key_;
  std::size_t answering_ = 0;
  std::set<std::shared_ptr<Link>> links_;
  MessageReceiver supervisor_;
};

std::uint32_t Bounded(std::size_t number) {
  return static_cast<std::uint32_t>(
      std::min<std::size_t>(number, std::numeric_limits<std::uint32_t>::max()));
}

int ServeAs(const UserServerBegin& begin, int reports) {
  Result<Site> site = Site::Load(begin.site_path);
  if (!site) {
    return CannotBegin<UserServerReady>(reports, site.error());
  }
  // Authorization is always on, because requests of other users come to this server, too.
  Result<AuthorizationRules> rules = ReadAuthorizationRules(*site, begin.site_path, true);
  Result<ProxyRules> proxies = ReadProxyRules(*site);
  if (!rules || !proxies) {
    return CannotBegin<UserServerReady>(reports, rules ? proxies.error() : rules.error());
  }
  boost::asio::io_context loop(1);
  boost::asio::signal_set ends(loop, SIGTERM, SIGINT);
  UserServer* here = nullptr;  // null while the loop does not run
  ServerSetup setup;
  setup.state_path = begin.state_path;
  setup.site_path = begin.site_path;
  if (const std::string_view archive = site->Text(Setting::kPurgeArchive); !archive.empty()) {
    setup.archive = std::string(archive) + "/" + begin.account.name;
  }
  setup.site = *site;
  setup.hpdlc = CompilerBeside();
  setup.local = begin.local;
  setup.authorization = std::move(*rules);
  setup.proxies = std::move(*proxies);
  // Only the supervisor can open the log again, so the supervisor also writes the log lines of this
  // server.
  std::vector<LogLine> early;  // log lines that cannot be sent yet
  setup.log = [&here, &early](LogLevel level, std::string_view text) {
    for (const LogLine& line : LogLinesOf(level, text)) {
      if (here != nullptr) {
        here->Say(line);
      } else {
        early.push_back(line);
      }
    }
  };
  setup.ask_for_places = [&here](WorkKind kind, std::size_t wanted, std::size_t given_back) {
    if (here != nullptr) {
      here->Say(PlacesWanted{kind, Bounded(wanted), Bounded(given_back)});
    }
  };
  const Result<std::unique_ptr<JobServer>> server = JobServer::Begin(loop, std::move(setup));
  if (!server) {
    return CannotBegin<UserServerReady>(reports, server.error());
  }
  (*server)->SetAddress(begin.address);
  const std::unique_ptr<Services> services =
      ServicesOf(**server, {begin.address.url, begin.host_name, std::move(*site)});
  UserServer user_server(loop, **server, *services, reports, begin.pass_key);
  here = &user_server;
  for (const LogLine& line : early) {
    user_server.Say(line);
  }
  user_server.Say(UserServerReady());
  ends.async_wait([&](const boost::system::error_code&, int) { loop.stop(); });
  loop.run();
  here = nullptr;
  return 0;
}

}  // namespace

int ServeUser() {
  if (!IsSupervised(kServeUser)) {
    return kNotSupervised;
  }
  fcntl(kSupervisorSocket, F_SETFD, FD_CLOEXEC);
  const Descriptor pipe = AwaitReportPipe();
  const int reports = pipe.get();
  UserServerBegin begin;
  if (reports < 0 || !ReadNext(&begin)) {
    return kNotSupervised;
  }
  signal(SIGPIPE, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  if (begin.account.uid < kLeastUid) {
    return CannotBegin<UserServerReady>(
        reports, {ErrorClass::kError, "",
                  "uid " + std::to_string(begin.account.uid) + " belongs to a system account"});
  }
  if (const Result<void> become =
          BecomeUser(begin.account.uid, begin.account.gid, begin.account.groups);
      !become) {
    return CannotBegin<UserServerReady>(reports, become.error());
  }
  return ServeAs(begin, reports);
}

}  // namespace hpdl::rt
