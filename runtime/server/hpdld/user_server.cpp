#include "runtime/server/hpdld/user_server.h"

#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/ground/base/frames.h"
#include "runtime/server/hpdld/services.h"
#include "runtime/server/hpdld/this_process.h"
#include "runtime/server/jobs/job_server.h"
#include "runtime/server/users/messages.h"
#include "runtime/server/work/frame_link.h"

namespace hpdl::rt {
namespace {

constexpr int kLink = 3;
constexpr int kCannot = 1, kNotForPeople = 2;
constexpr std::size_t kMostBegin = 1 << 20;

/// Reads the first message (a frame with a header and a body) from the server of many users, and no
/// bytes after it. Returns "" if the frame is not valid.
std::string ReadFirstFrame() {
  std::string frame;
  std::size_t wanted = kFrameHeader;
  while (frame.size() < wanted) {
    char part[4096];
    const ssize_t size = read(kLink, part, std::min(sizeof part, wanted - frame.size()));
    if (size <= 0 && !(size < 0 && errno == EINTR)) {
      return {};
    }
    frame.append(part, size > 0 ? static_cast<std::size_t>(size) : 0);
    if (frame.size() == kFrameHeader) {
      wanted = AnnouncedSize(frame);
      if (wanted <= kFrameHeader || wanted > kMostBegin) {
        return {};
      }
    }
  }
  return frame;
}

Result<void> BecomeError(const Account& account, const char* what) {
  return Error{
      ErrorClass::kError, "",
      std::string(what) + " for uid " + std::to_string(account.uid) + ": " + std::strerror(errno)};
}

/// Makes this process run as the user and the groups of an account. The process cannot return to
/// its earlier user, and other processes of the account cannot read its memory.
Result<void> Become(const Account& account) {
  if (account.uid < kLeastUid) {
    return Error{ErrorClass::kError, "",
                 "uid " + std::to_string(account.uid) + " belongs to a system account"};
  }
  if (setgroups(account.groups.size(), account.groups.data()) != 0) {
    return BecomeError(account, "setgroups");
  }
  if (setresgid(account.gid, account.gid, account.gid) != 0) {
    return BecomeError(account, "setresgid");
  }
  if (setresuid(account.uid, account.uid, account.uid) != 0) {
    return BecomeError(account, "setresuid");
  }
  if (setuid(0) == 0) {
    return Error{ErrorClass::kError, "",
                 "the process has given up the rights of root, but could get them back"};
  }
  if (chdir("/") != 0) {  // the user may have no permission to enter the present directory
    return BecomeError(account, "chdir");
  }
  prctl(PR_SET_DUMPABLE, 0);
  umask(S_IRWXG | S_IRWXO);
  return {};
}

/// Answers the requests that the server of many users sends, until that server ends.
class UserServer {
 public:
  UserServer(boost::asio::io_context& loop, JobServer& jobs, Services& services)
      : loop_(loop),
        jobs_(jobs),
        services_(services),
        link_(loop, kLink,
              {[this](std::string_view frame) { return Take(frame); }, [&loop] { loop.stop(); }}) {}

  template <class Message>
  void Say(const Message& message) {
    std::string frame;
    Append(message, &frame);
    link_.Send(std::move(frame));
  }

 private:
  bool Take(std::string_view frame) {
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
    const auto request = std::make_shared<UserRequest>();
    if (!Read(frame, request.get())) {
      return false;
    }
    const auto answer = [this, request]() -> Task<void> { co_await Answer(request); };
    boost::asio::co_spawn(loop_, answer, boost::asio::detached);
    return true;
  }

  Task<void> Answer(std::shared_ptr<UserRequest> request) {
    OozieRequest asked;
    asked.method = request->method;
    asked.target = request->target;
    asked.content_type = request->content_type;
    asked.idempotency_key = request->idempotency_key;
    asked.parent = request->parent;
    asked.body = request->body;
    asked.too_long = request->too_long;
    asked.caller.user = request->caller;
    asked.caller.program = request->program;
    asked.address = request->address;
    SetWork(request->work);
    ++answering_;
    OozieAnswer given = co_await services_.Answer(asked);
    --answering_;
    Say(UserAnswer{request->number, given.status, std::move(given.body),
                   std::move(given.content_type), std::move(given.fields),
                   std::move(given.reason)});
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
  std::size_t answering_ = 0;
  FrameLink link_;
};

std::uint32_t Bounded(std::size_t number) {
  return static_cast<std::uint32_t>(
      std::min<std::size_t>(number, std::numeric_limits<std::uint32_t>::max()));
}

/// Sends an error to the server of many users before the loop runs.
int Refuse(const Error& error) {
  std::string frame;
  Append(UserServerReady{error.message}, &frame);
  [[maybe_unused]] const ssize_t written = write(kLink, frame.data(), frame.size());
  return kCannot;
}

int ServeAs(const UserServerBegin& begin) {
  Result<Site> site = Site::Load(begin.site_path);
  if (!site) {
    return Refuse(site.error());
  }
  // Authorization is always on, because requests of other users come to this server, too.
  Result<AuthorizationRules> rules = ReadAuthorizationRules(*site, begin.site_path, true);
  Result<ProxyRules> proxies = ReadProxyRules(*site);
  if (!rules || !proxies) {
    return Refuse(rules ? proxies.error() : rules.error());
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
  // Only the server of many users can open the log again, so that server also writes the log lines
  // of this server.
  std::vector<UserLogLine> lines;  // log lines that cannot be sent yet
  setup.log = [&here, &lines](LogLevel level, std::string_view text) {
    UserLogLine line{level, std::string(text)};
    if (here != nullptr) {
      here->Say(line);
    } else {
      lines.push_back(std::move(line));
    }
  };
  setup.ask_for_places = [&here](WorkKind kind, std::size_t wanted, std::size_t given_back) {
    if (here != nullptr) {
      here->Say(PlacesWanted{kind, Bounded(wanted), Bounded(given_back)});
    }
  };
  const Result<std::unique_ptr<JobServer>> server = JobServer::Begin(loop, std::move(setup));
  if (!server) {
    return Refuse(server.error());
  }
  (*server)->SetAddress(begin.address);
  const std::unique_ptr<Services> services =
      ServicesOf(**server, {begin.address.url, begin.host_name, std::move(*site)});
  UserServer user_server(loop, **server, *services);
  here = &user_server;
  for (const UserLogLine& line : lines) {
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
  struct stat info{};
  if (fstat(kLink, &info) != 0 || !S_ISSOCK(info.st_mode)) {
    std::fprintf(stderr, "hpdld: %s is for internal use by hpdld\n", kServeUser.data());
    return kNotForPeople;
  }
  fcntl(kLink, F_SETFD, FD_CLOEXEC);
  UserServerBegin begin;
  const std::string frame = ReadFirstFrame();
  if (frame.empty() || !Read(frame, &begin)) {
    return kNotForPeople;
  }
  signal(SIGPIPE, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  if (const Result<void> become = Become(begin.account); !become) {
    return Refuse(become.error());
  }
  return ServeAs(begin);
}

}  // namespace hpdl::rt
