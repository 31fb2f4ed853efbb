#include "runtime/net/tcp_connect.h"

#include <ares.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>

namespace hpdl::rt {
namespace {

using Clock = std::chrono::steady_clock;

/// What is left of the request's time, and whether somebody has asked for the end.
class Patience {
 public:
  explicit Patience(const TcpRequest& request)
      : until_(Clock::now() + std::chrono::milliseconds(request.timeout_ms)),
        stop_fd_(request.stop_fd) {}

  /// Waits for `fds`, the last of which is left free for the stop. False: no time, or stopped.
  bool Wait(pollfd* fds, std::size_t count, std::int64_t most_ms) {
    const std::int64_t left = LeftMs();
    if (left <= 0 || stopped_) {
      return false;
    }
    fds[count - 1] = {stop_fd_, POLLIN, 0};
    // A negative descriptor is passed over by poll().
    poll(fds, count, static_cast<int>(std::min(left, most_ms)));
    stopped_ = fds[count - 1].revents != 0;
    return !stopped_;
  }
  bool stopped() const { return stopped_; }

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
      ares_destroy(channel);  // calls what still waits, with ARES_EDESTRUCTION
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

/// One turn of c-ares: false if there is no more time.
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
    ares_process_fd(channel, ARES_SOCKET_BAD, ARES_SOCKET_BAD);  // its own time-outs
  }
  return true;
}

/// A socket that is connected, or -1 with errno. ETIMEDOUT also stands for the end of the time.
int ConnectTo(const ares_addrinfo_node& address, Patience* patience) {
  const int fd = socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, IPPROTO_TCP);
  if (fd < 0) {
    return -1;
  }
  int failure = 0;
  if (connect(fd, address.ai_addr, address.ai_addrlen) != 0 && errno != EINPROGRESS) {
    failure = errno;
  } else {
    std::array<pollfd, 2> fds{{{fd, POLLOUT, 0}, {}}};
    do {
      if (!patience->Wait(fds.data(), fds.size(), 60'000)) {
        failure = ETIMEDOUT;
        break;
      }
    } while (fds[0].revents == 0);
    socklen_t size = sizeof(failure);
    if (failure == 0) {
      getsockopt(fd, SOL_SOCKET, SO_ERROR, &failure, &size);
    }
  }
  if (failure != 0) {
    close(fd);
    errno = failure;
    return -1;
  }
  const int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  return fd;
}

}  // namespace

Result<int> ConnectTcp(const TcpRequest& request) {
  static const int ready = ares_library_init(ARES_LIB_INIT_ALL);
  Patience patience(request);
  Answer answer;
  Channel channel;
  if (ready != ARES_SUCCESS || ares_init(&channel.channel) != ARES_SUCCESS) {
    return Failed("NET_RESOLVE", request, "no memory, or /etc/resolv.conf cannot be read");
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
  int failure = ETIMEDOUT;
  for (const ares_addrinfo_node* at = answer.list->nodes; at != nullptr; at = at->ai_next) {
    const int fd = ConnectTo(*at, &patience);
    if (fd >= 0) {
      return fd;
    }
    failure = errno;
  }
  if (failure == ETIMEDOUT) {
    return OutOfTime(request, patience, "no connection");
  }
  return Failed("NET_CONNECT", request, std::strerror(failure));
}

}  // namespace hpdl::rt
