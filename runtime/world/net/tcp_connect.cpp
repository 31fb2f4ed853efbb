#include "runtime/world/net/tcp_connect.h"

#include <ares.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <vector>

namespace hpdl::rt {
namespace {

using Clock = std::chrono::steady_clock;

/// Computes the request's remaining time, and detects that the caller has stopped the request.
class Patience {
 public:
  explicit Patience(const TcpRequest& request)
      : until_(Clock::now() + std::chrono::milliseconds(request.timeout_ms)),
        stop_fd_(request.stop_fd) {}

  /// Puts the stop descriptor into the last element of `fds`, then waits for events on `fds`.
  /// Returns false if no time is left or the request was stopped.
  bool Wait(pollfd* fds, std::size_t count, std::int64_t most_ms) {
    const std::int64_t left = LeftMs();
    if (left <= 0 || stopped_) {
      return false;
    }
    fds[count - 1] = {stop_fd_, POLLIN, 0};
    // If there is no stop descriptor, stop_fd_ is -1, and poll() ignores it.
    poll(fds, count, static_cast<int>(std::min(left, most_ms)));
    stopped_ = fds[count - 1].revents != 0;
    return !stopped_;
  }
  bool stopped() const { return stopped_; }
  bool over() const { return stopped_ || LeftMs() <= 0; }

 private:
  std::int64_t LeftMs() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(until_ - Clock::now()).count();
  }

  const Clock::time_point until_;
  const int stop_fd_;
  bool stopped_ = false;
};

std::string PeerOf(const TcpRequest& request) {
  return request.host + ":" + std::to_string(request.port);
}

Error Failed(const char* code, const TcpRequest& request, const std::string& cause) {
  return {ErrorClass::kTransient, code, PeerOf(request) + ": " + cause};
}

Error OutOfTime(const TcpRequest& request, const Patience& patience, const char* what) {
  return Failed("NET_TIMEOUT", request,
                patience.stopped()
                    ? std::string("cancelled")
                    : std::string(what) + " within " + std::to_string(request.timeout_ms) + " ms");
}

struct Channel {
  ~Channel() {
    if (channel != nullptr) {
      ares_destroy(channel);  // ares_destroy() calls the waiting callbacks with ARES_EDESTRUCTION
    }
  }
  ares_channel channel = nullptr;
};

struct Answer {
  ~Answer() {
    if (list != nullptr) {
      ares_freeaddrinfo(list);
    }
  }
  bool done = false;
  int status = ARES_SUCCESS;
  ares_addrinfo* list = nullptr;
};

void OnAnswer(void* pointer, int status, int, ares_addrinfo* list) {
  auto* answer = static_cast<Answer*>(pointer);
  answer->done = true;
  answer->status = status;
  answer->list = list;
}

/// Waits once for the sockets of c-ares and handles their events. Returns false if no time is left.
bool Turn(ares_channel channel, Patience* patience) {
  constexpr std::int64_t kLongest = 1000;
  std::array<ares_socket_t, ARES_GETSOCK_MAXNUM> sockets{};
  const int mask = ares_getsock(channel, sockets.data(), ARES_GETSOCK_MAXNUM);
  std::array<pollfd, ARES_GETSOCK_MAXNUM + 1> fds{};
  std::size_t count = 0;
  for (int i = 0; i < ARES_GETSOCK_MAXNUM; ++i) {
    const bool reads = ARES_GETSOCK_READABLE(mask, i) != 0;
    const bool writes = ARES_GETSOCK_WRITABLE(mask, i) != 0;
    if (reads || writes) {
      fds[count++] = {sockets[static_cast<std::size_t>(i)],
                      static_cast<short>((reads ? POLLIN : 0) | (writes ? POLLOUT : 0)), 0};
    }
  }
  timeval most{kLongest / 1000, 0};
  timeval next{};
  const timeval* wait = ares_timeout(channel, &most, &next);
  const std::int64_t ms = wait->tv_sec * 1000 + wait->tv_usec / 1000 + 1;
  if (!patience->Wait(fds.data(), count + 1, ms)) {
    return false;
  }
  bool any = false;
  for (std::size_t i = 0; i < count; ++i) {
    const bool reads = (fds[i].revents & (POLLIN | POLLERR | POLLHUP)) != 0;
    const bool writes = (fds[i].revents & POLLOUT) != 0;
    if (reads || writes) {
      any = true;
      ares_process_fd(channel, reads ? fds[i].fd : ARES_SOCKET_BAD,
                      writes ? fds[i].fd : ARES_SOCKET_BAD);
    }
  }
  if (!any) {
    // This call lets c-ares handle its own time-outs.
    ares_process_fd(channel, ARES_SOCKET_BAD, ARES_SOCKET_BAD);
  }
  return true;
}

/// Makes several connections at the same time; the first complete connection is used.
class Race {
 public:
  explicit Race(Patience& patience) : patience_(patience) {}
  Race(const Race&) = delete;
  Race& operator=(const Race&) = delete;
  ~Race() {
    for (const pollfd& runner : runners_) {
      close(runner.fd);
    }
  }

  bool empty() const { return runners_.empty(); }
  /// Returns the errno of the connection that failed last.
  int failure() const { return failure_; }

  void Start(const SocketAddress& address) {
    const int fd =
        socket(address.bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, IPPROTO_TCP);
    const auto* place = reinterpret_cast<const sockaddr*>(&address.bytes);
    if (fd >= 0 && (connect(fd, place, address.size) == 0 || errno == EINPROGRESS)) {
      runners_.push_back({fd, POLLOUT, 0});
      return;
    }
    failure_ = errno;
    if (fd >= 0) {
      close(fd);
    }
  }

  /// Waits until a connection is complete or fails, or `most_ms` have passed. Returns the socket of
  /// a complete connection, or -1.
  int Wait(std::int64_t most_ms) {
    runners_.push_back({});  // the last element is for the stop descriptor
    const bool waited = patience_.Wait(runners_.data(), runners_.size(), most_ms);
    runners_.pop_back();
    for (std::size_t i = 0; waited && i < runners_.size(); ++i) {
      if (runners_[i].revents != 0) {
        const int fd = runners_[i].fd;
        runners_.erase(runners_.begin() + static_cast<std::ptrdiff_t>(i));
        return Finish(fd);
      }
    }
    return -1;
  }

 private:
  int Finish(int fd) {
    int error = 0;
    socklen_t size = sizeof error;
    getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
    if (error != 0) {
      failure_ = error;
      close(fd);
      return -1;
    }
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
  }

  Patience& patience_;
  std::vector<pollfd> runners_;
  int failure_ = ETIMEDOUT;
};

/// Returns a socket connected to one of the addresses, or -1 with errno; ETIMEDOUT also means that
/// no time is left. If an address does not answer within 250 ms, the next address is tried too (RFC
/// 8305).
int ConnectToAny(std::span<const SocketAddress> addresses, Patience& patience) {
  constexpr std::int64_t kHeadStartMs = 250, kNoMore = 60'000;
  Race race(patience);
  for (std::size_t next = 0; next < addresses.size() || !race.empty();) {
    if (patience.over()) {
      errno = ETIMEDOUT;
      return -1;
    }
    if (next < addresses.size()) {
      race.Start(addresses[next++]);
    }
    const int fd = race.empty() ? -1 : race.Wait(next < addresses.size() ? kHeadStartMs : kNoMore);
    if (fd >= 0) {
      return fd;
    }
  }
  errno = race.failure();
  return -1;
}

Result<int> ConnectWithin(const TcpRequest& request, std::span<const SocketAddress> addresses,
                          Patience& patience) {
  const int fd = ConnectToAny(addresses, patience);
  if (fd >= 0) {
    return fd;
  }
  return errno == ETIMEDOUT ? OutOfTime(request, patience, "no connection")
                            : Failed("NET_CONNECT", request, std::strerror(errno));
}

}  // namespace

Result<int> ConnectTcp(const TcpRequest& request) {
  static const int ready = ares_library_init(ARES_LIB_INIT_ALL);
  Patience patience(request);
  Answer answer;
  Channel channel;
  if (ready != ARES_SUCCESS || ares_init(&channel.channel) != ARES_SUCCESS) {
    return Failed("NET_RESOLVE", request,
                  "memory is exhausted, or /etc/resolv.conf cannot be read");
  }
  ares_addrinfo_hints hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = ARES_AI_NUMERICSERV;
  const std::string port = std::to_string(request.port);
  ares_getaddrinfo(channel.channel, request.host.c_str(), port.c_str(), &hints, &OnAnswer, &answer);
  while (!answer.done) {
    if (!Turn(channel.channel, &patience)) {
      ares_cancel(channel.channel);
      return OutOfTime(request, patience, "the name was not resolved");
    }
  }
  if (answer.status != ARES_SUCCESS || answer.list == nullptr || answer.list->nodes == nullptr) {
    return Failed("NET_RESOLVE", request, ares_strerror(answer.status));
  }
  std::vector<SocketAddress> addresses;
  for (const ares_addrinfo_node* at = answer.list->nodes; at != nullptr; at = at->ai_next) {
    SocketAddress& address = addresses.emplace_back();
    address.size = std::min<socklen_t>(at->ai_addrlen, sizeof address.bytes);
    std::memcpy(&address.bytes, at->ai_addr, address.size);
  }
  return ConnectWithin(request, addresses, patience);
}

Result<int> ConnectToFirst(const TcpRequest& request, std::span<const SocketAddress> addresses) {
  Patience patience(request);
  return ConnectWithin(request, addresses, patience);
}

}  // namespace hpdl::rt
