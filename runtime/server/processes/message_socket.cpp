#include "runtime/server/processes/message_socket.h"

#include <sys/socket.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <cstring>
#include <deque>

#include "runtime/ground/base/task.h"

namespace hpdl::rt {
namespace {

namespace asio = boost::asio;
constexpr auto kQuietly = asio::as_tuple(asio::use_awaitable);

/// Room for one descriptor beside a message.
union Control {
  cmsghdr align;
  char bytes[CMSG_SPACE(sizeof(int))];
};

struct Received {
  ssize_t size = -1;  ///< -1: errno says why there is no message
  bool whole = false;
  Descriptor passed;
};

Received Receive(int socket, std::string* buffer, int flags) {
  Control control{};
  iovec part{buffer->data(), buffer->size()};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control.bytes;
  header.msg_controllen = sizeof control.bytes;
  Received received;
  do {
    received.size = recvmsg(socket, &header, flags | MSG_CMSG_CLOEXEC);
  } while (received.size < 0 && errno == EINTR);
  if (received.size < 0) {
    return received;
  }
  received.whole = (header.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) == 0;
  const cmsghdr* const rights = CMSG_FIRSTHDR(&header);
  if (rights != nullptr && rights->cmsg_level == SOL_SOCKET && rights->cmsg_type == SCM_RIGHTS) {
    int fd = -1;
    std::memcpy(&fd, CMSG_DATA(rights), sizeof fd);
    received.passed = Descriptor(fd);
  }
  return received;
}

/// Returns the result of sendmsg().
ssize_t Put(int socket, std::string_view message, int passed, int flags) {
  Control control{};
  iovec part{const_cast<char*>(message.data()), message.size()};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  if (passed >= 0) {
    header.msg_control = control.bytes;
    header.msg_controllen = sizeof control.bytes;
    cmsghdr* const rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof passed);
    std::memcpy(CMSG_DATA(rights), &passed, sizeof passed);
  }
  ssize_t sent = -1;
  do {
    sent = sendmsg(socket, &header, flags | MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent;
}

}  // namespace

Result<std::pair<Descriptor, Descriptor>> SocketPair(int type) {
  int both[2];
  if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, both) != 0) {
    return Error{ErrorClass::kTransient, "", std::string("socketpair: ") + std::strerror(errno)};
  }
  return std::pair(Descriptor(both[0]), Descriptor(both[1]));
}

std::string AwaitMessage(int socket, std::size_t most, Descriptor* passed) {
  std::string message(most, '\0');
  Received received = Receive(socket, &message, 0);
  if (passed != nullptr) {
    *passed = std::move(received.passed);
  }
  message.resize(received.whole && received.size > 0 ? static_cast<std::size_t>(received.size) : 0);
  return message;
}

bool SendMessage(int socket, std::string_view message) {
  return Put(socket, message, -1, 0) == static_cast<ssize_t>(message.size());
}

/// The pending waits own the state, so it may outlive the socket object.
struct MessageSocket::State : std::enable_shared_from_this<State> {
  struct Waiting {
    std::string message;
    Descriptor passed;
  };

  State(asio::io_context& loop, Descriptor fd, std::size_t most, Handlers given)
      : socket(loop, fd.Release()), handlers(std::move(given)), in(most, '\0') {}

  /// Closes the socket. No handler is called any more.
  void Close() {
    handlers = {};
    boost::system::error_code ignored;
    socket.close(ignored);
  }
  void End() {
    const std::function<void()> ended = std::move(handlers.ended);
    Close();
    if (ended) {
      ended();
    }
  }

  /// Takes one message if there is one. Returns false if the connection has to end.
  bool TakeOne() {
    Received received = Receive(socket.native_handle(), &in, MSG_DONTWAIT);
    if (received.size < 0) {
      return errno == EAGAIN || errno == EWOULDBLOCK;
    }
    const auto take = handlers.take;  // a copy: the handler may destroy the object
    return received.size > 0 && received.whole && take &&
           take(std::string_view(in).substr(0, static_cast<std::size_t>(received.size)),
                std::move(received.passed));
  }

  Task<void> Read() {
    const auto self = shared_from_this();
    while (socket.is_open()) {
      const auto [error] =
          co_await socket.async_wait(asio::posix::stream_descriptor::wait_read, kQuietly);
      if (socket.is_open() && (error || !TakeOne())) {
        End();
      }
    }
  }

  Task<void> Write() {
    const auto self = shared_from_this();
    while (!out.empty() && socket.is_open()) {
      const Waiting& next = out.front();
      if (Put(socket.native_handle(), next.message, next.passed.get(), MSG_DONTWAIT) >= 0) {
        unsent -= next.message.size();
        out.pop_front();
      } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
        const auto [error] =
            co_await socket.async_wait(asio::posix::stream_descriptor::wait_write, kQuietly);
        if (error) {
          break;
        }
      } else {
        shutdown(socket.native_handle(), SHUT_RDWR);  // the pending Read() then ends the connection
        break;
      }
    }
    writing = false;
  }

  asio::posix::stream_descriptor socket;
  Handlers handlers;
  std::string in;
  std::deque<Waiting> out;
  std::size_t unsent = 0;  ///< bytes of `out`
  bool writing = false;
};

MessageSocket::MessageSocket(asio::io_context& loop, Descriptor socket, std::size_t most,
                             Handlers handlers)
    : state_(std::make_shared<State>(loop, std::move(socket), most, std::move(handlers))) {
  asio::co_spawn(loop, state_->Read(), asio::detached);
}

MessageSocket::~MessageSocket() {
  state_->Close();
}

void MessageSocket::Send(std::string message, Descriptor passed) {
  State& state = *state_;
  if (!state.socket.is_open()) {
    return;
  }
  state.unsent += message.size();
  if (message.size() > kMostMessage || state.unsent > kMostUnsent) {
    shutdown(state.socket.native_handle(), SHUT_RDWR);  // the pending Read() ends the connection
    return;
  }
  state.out.push_back({std::move(message), std::move(passed)});
  if (!std::exchange(state.writing, true)) {
    asio::co_spawn(state.socket.get_executor(), state.Write(), asio::detached);
  }
}

}  // namespace hpdl::rt
