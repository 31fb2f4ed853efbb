#include "runtime/server/work/action_places.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <list>
#include <utility>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/work/frame_link.h"
#include "runtime/world/process/place_messages.h"

namespace hpdl::rt {
namespace {

namespace asio = boost::asio;

/// The maximum number of commands of one keeper that wait in the server's WorkLine. The keeper
/// holds further commands back.
constexpr std::size_t kMostWaiting = 1000;
/// The maximum number of running commands that a keeper may report when it connects. A keeper never
/// has more commands.
constexpr std::uint32_t kMostRunning = 100'000;
constexpr std::chrono::milliseconds kPause{100};

/// A connected keeper, and its items in the WorkLine.
class CallingKeeper {
 public:
  CallingKeeper(asio::io_context& loop, int fd, WorkLine& line, const ActionPlaces::UserOf& user_of,
                std::function<void()> gone)
      : loop_(loop),
        line_(line),
        user_of_(user_of),
        link_(loop, fd, {[this](std::string_view frame) { return Take(frame); }, std::move(gone)}) {
  }
  CallingKeeper(const CallingKeeper&) = delete;
  CallingKeeper& operator=(const CallingKeeper&) = delete;
  ~CallingKeeper() {
    *gone_ = true;
    for (const Ticket& ticket : waiting_) {
      line_.Leave(ticket.number);
    }
    for (const Ticket& ticket : running_) {
      line_.Leave(ticket.number);
    }
  }

 private:
  struct Ticket {
    WorkLine::Ticket number = 0;
  };
  using Tickets = std::list<Ticket>;

  bool Take(std::string_view frame) {
    places::Hello hello;
    places::Wanted wanted;
    places::Left left;
    if (job_.empty()) {
      return places::Read(frame, &hello) && Begin(std::move(hello));
    }
    if (places::Read(frame, &wanted)) {
      Want(std::min<std::size_t>(wanted.count, kMostWaiting));
      return true;
    }
    return places::Read(frame, &left) && Leave(left.count);
  }

  bool Begin(places::Hello hello) {
    if (hello.job.empty() || hello.running > kMostRunning) {
      return false;
    }
    job_ = std::move(hello.job);
    user_ = user_of_(job_);
    for (std::uint32_t i = 0; i < hello.running; ++i) {
      running_.push_back({line_.Add(Item(), [] {}, true)});
    }
    return true;
  }

  WorkItem Item() const { return {user_, "run", job_}; }

  void Want(std::size_t commands) {
    while (waiting_.size() > commands) {
      line_.Leave(waiting_.back().number);
      waiting_.pop_back();
    }
    for (std::size_t more = commands - waiting_.size(); more > 0; --more) {
      const auto ticket = waiting_.insert(waiting_.end(), Ticket());
      // Add() may call Go() before it returns, so the ticket must already be in `waiting_`.
      ticket->number = line_.Add(Item(), [this, ticket] { Go(ticket); });
    }
  }

  void Go(Tickets::iterator ticket) {
    running_.splice(running_.end(), waiting_, ticket);
    ++granted_;
    // One message grants all places that the keeper gets in this turn of the loop.
    if (granted_ == 1) {
      asio::post(loop_, [this, gone = gone_] {
        if (!*gone) {
          std::string frame;
          places::Append(places::Granted{std::exchange(granted_, 0)}, &frame);
          link_.Send(std::move(frame));
        }
      });
    }
  }

  /// Gives places back to the line. Returns false if the keeper has fewer than `count` places.
  bool Leave(std::uint32_t count) {
    for (; count > 0 && !running_.empty(); --count) {
      const WorkLine::Ticket number = running_.front().number;
      running_.pop_front();
      line_.Leave(number);
    }
    return count == 0;
  }

  asio::io_context& loop_;
  WorkLine& line_;
  const ActionPlaces::UserOf& user_of_;
  std::string job_, user_;
  Tickets waiting_, running_;
  std::uint32_t granted_ = 0;  ///< granted places that no message to the keeper has named yet
  const std::shared_ptr<bool> gone_ = std::make_shared<bool>(false);
  FrameLink link_;  ///< declared last, because its handlers use the other members
};

class ListeningPlaces final : public ActionPlaces {
 public:
  ListeningPlaces(asio::io_context& loop, std::string path, Descriptor socket,
                  std::shared_ptr<WorkLine> line, UserOf user_of)
      : loop_(loop),
        path_(std::move(path)),
        acceptor_(
            std::make_shared<Acceptor>(loop, asio::local::stream_protocol(), socket.Release())),
        line_(std::move(line)),
        user_of_(std::move(user_of)) {
    asio::co_spawn(loop, Accept(acceptor_), asio::detached);
  }
  ~ListeningPlaces() override {
    boost::system::error_code ignored;
    acceptor_->close(ignored);
  }
  const std::string& path() const override { return path_; }

 private:
  using Acceptor = asio::local::stream_protocol::acceptor;

  /// This object may be destroyed before the coroutine begins. Its destructor closes the acceptor,
  /// so the coroutine uses this object only while the acceptor is open.
  Task<void> Accept(std::shared_ptr<Acceptor> acceptor) {
    asio::steady_timer pause(acceptor->get_executor());
    while (acceptor->is_open()) {
      auto [error, socket] = co_await acceptor->async_accept(asio::as_tuple(asio::use_awaitable));
      if (!acceptor->is_open()) {
        break;
      }
      if (!error) {
        Add(socket.release());
        continue;
      }
      pause.expires_after(kPause);  // accept() failed, probably for lack of descriptors
      co_await pause.async_wait(asio::as_tuple(asio::use_awaitable));
    }
  }

  void Add(int fd) {
    struct ucred peer{};
    socklen_t size = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.uid != geteuid()) {
      close(fd);
      return;
    }
    const auto place = callers_.emplace(callers_.end());
    *place = std::make_unique<CallingKeeper>(loop_, fd, *line_, user_of_,
                                             [this, place] { callers_.erase(place); });
  }

  asio::io_context& loop_;
  const std::string path_;
  const std::shared_ptr<Acceptor> acceptor_;
  const std::shared_ptr<WorkLine> line_;
  const UserOf user_of_;
  std::list<std::unique_ptr<CallingKeeper>> callers_;
};

Error Cannot(const std::string& path) {
  return {ErrorClass::kError, "", "cannot listen at " + path + ": " + std::strerror(errno)};
}

}  // namespace

Result<std::unique_ptr<ActionPlaces>> ActionPlaces::Open(asio::io_context& loop,
                                                         const std::string& state_path,
                                                         std::shared_ptr<WorkLine> line,
                                                         UserOf user_of) {
  const std::string path = state_path + "/" + places::kSocketName;
  const Descriptor folder(open(state_path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  Descriptor fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (folder.get() < 0 || fd.get() < 0 ||
      (unlinkat(folder.get(), places::kSocketName, 0) != 0 && errno != ENOENT)) {
    return Cannot(path);
  }
  // Binds through /proc/self/fd, because `path` may be too long for a socket address.
  struct sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name =
      "/proc/self/fd/" + std::to_string(folder.get()) + "/" + places::kSocketName;
  std::memcpy(address.sun_path, name.c_str(), name.size() + 1);
  if (bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      fchmodat(folder.get(), places::kSocketName, 0600, 0) != 0 ||
      listen(fd.get(), SOMAXCONN) != 0) {
    return Cannot(path);
  }
  return std::unique_ptr<ActionPlaces>(std::make_unique<ListeningPlaces>(
      loop, path, std::move(fd), std::move(line), std::move(user_of)));
}

}  // namespace hpdl::rt
