#include "runtime/server/processes/message_socket.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <cstring>
#include <deque>

#include "runtime/ground/base/sleep.h"
#include "runtime/ground/base/task.h"

namespace hpdl::rt {
namespace {

namespace asio = boost::asio;
using asio::posix::stream_descriptor;
constexpr auto kQuietly = asio::as_tuple(asio::use_awaitable);

/// Room for two descriptors beside a message. The kernel installs as many descriptors as fit, so
/// the room must not be larger.
union Control {
  cmsghdr align;
  char bytes[CMSG_SPACE(2 * sizeof(int))];
};
static_assert(CMSG_SPACE(2 * sizeof(int)) == CMSG_LEN(2 * sizeof(int)));

struct Received {
  ssize_t size = -1;  ///< -1: errno says why there is no message
  Passed passed;
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
  const cmsghdr* const rights = CMSG_FIRSTHDR(&header);
  if (rights != nullptr && rights->cmsg_level == SOL_SOCKET && rights->cmsg_type == SCM_RIGHTS) {
    std::array<int, 2> fds = {-1, -1};
    const std::size_t count = (rights->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    std::memcpy(fds.data(), CMSG_DATA(rights), std::min(count, fds.size()) * sizeof(int));
    received.passed = {Descriptor(fds[0]), Descriptor(fds[1])};
  }
  return received;
}

/// Returns the result of sendmsg().
ssize_t Put(int socket, std::string_view message, const Passed& passed) {
  Control control{};
  iovec part{const_cast<char*>(message.data()), message.size()};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  const std::array<int, 2> fds = {passed.first.get(), passed.second.get()};
  const std::size_t count = fds[1] >= 0 ? 2 : fds[0] >= 0 ? 1 : 0;
  if (count != 0) {
    header.msg_control = control.bytes;
    header.msg_controllen = CMSG_SPACE(count * sizeof(int));
    cmsghdr* const rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(count * sizeof(int));
    std::memcpy(CMSG_DATA(rights), fds.data(), count * sizeof(int));
  }
  ssize_t sent = -1;
  do {
    sent = sendmsg(socket, &header, MSG_DONTWAIT | MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent;
}

Error NoDescriptor(const char* what) {
  return {ErrorClass::kTransient, "", std::string(what) + ": " + std::strerror(errno)};
}

std::size_t CountOf(const Passed& passed) {
  return (passed.first.get() >= 0 ? 1U : 0U) + (passed.second.get() >= 0 ? 1U : 0U);
}

}  // namespace

Result<std::pair<Descriptor, Descriptor>> MessageSockets() {
  int both[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, both) != 0) {
    return NoDescriptor("socketpair");
  }
  std::pair<Descriptor, Descriptor> ends{Descriptor(both[0]), Descriptor(both[1])};
  const int room = 2 * kMostMessage;
  setsockopt(both[0], SOL_SOCKET, SO_SNDBUFFORCE, &room, sizeof room);  // fails unless root
  if (shutdown(both[0], SHUT_RD) != 0) {
    return NoDescriptor("shutdown");
  }
  return ends;
}

Result<std::pair<Descriptor, Descriptor>> Pipe() {
  int both[2];
  if (pipe2(both, O_CLOEXEC) != 0) {
    return NoDescriptor("pipe");
  }
  return std::pair(Descriptor(both[0]), Descriptor(both[1]));
}

std::string AwaitMessage(int socket, Passed* passed) {
  std::string message(kMostMessage, '\0');
  Received received = Receive(socket, &message, 0);
  if (passed != nullptr) {
    *passed = std::move(received.passed);
  }
  message.resize(received.size > 0 ? static_cast<std::size_t>(received.size) : 0);
  return message;
}

/// The pending waits own the state, so it may outlive the sender.
struct MessageSender::State {
  struct Waiting {
    std::string message;
    Passed passed;
  };
  State(asio::io_context& loop, Descriptor fd) : socket(loop, fd.Release()) {}

  void Close() {
    boost::system::error_code ignored;
    socket.close(ignored);
    out.clear();
  }

  static Task<void> Write(std::shared_ptr<State> self) {
    while (!self->out.empty() && self->socket.is_open()) {
      const Waiting& next = self->out.front();
      if (Put(self->socket.native_handle(), next.message, next.passed) >= 0) {
        self->unsent -= next.message.size();
        self->passed -= CountOf(next.passed);
        self->out.pop_front();
      } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
        (void)co_await self->socket.async_wait(stream_descriptor::wait_write, kQuietly);
      } else if (errno == ETOOMANYREFS) {  // receivers have not taken what root has sent them
        co_await Sleep(std::chrono::milliseconds(100));
      } else {
        self->Close();
      }
    }
    self->writing = false;
  }

  stream_descriptor socket;
  std::deque<Waiting> out;
  std::size_t unsent = 0, passed = 0;  ///< bytes and descriptors of `out`
  bool writing = false;
};

MessageSender::MessageSender(asio::io_context& loop, Descriptor socket)
    : state_(std::make_shared<State>(loop, std::move(socket))) {}

MessageSender::~MessageSender() {
  state_->Close();
}

void MessageSender::Send(std::string message, Passed passed) {
  State& state = *state_;
  if (!state.socket.is_open()) {
    return;
  }
  state.unsent += message.size();
  state.passed += CountOf(passed);
  if (message.size() > kMostMessage || state.unsent > kMostUnsent || state.passed > kMostPassed) {
    state.Close();  // the receiver ends, because nobody can send it anything any more
    return;
  }
  state.out.push_back({std::move(message), std::move(passed)});
  if (!std::exchange(state.writing, true)) {
    asio::co_spawn(state.socket.get_executor(), State::Write(state_), asio::detached);
  }
}

/// The pending waits own the state, so it may outlive the receiver.
struct MessageReceiver::State {
  State(asio::io_context& loop, Descriptor fd, Handlers given)
      : socket(loop, fd.Release()), handlers(std::move(given)), in(kMostMessage, '\0') {}

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
    return received.size > 0 && take &&
           take(std::string_view(in).substr(0, static_cast<std::size_t>(received.size)),
                std::move(received.passed));
  }

  static Task<void> Read(std::shared_ptr<State> self) {
    while (self->socket.is_open()) {
      const auto [error] = co_await self->socket.async_wait(stream_descriptor::wait_read, kQuietly);
      if (self->socket.is_open() && (error || !self->TakeOne())) {
        self->End();
      }
    }
  }

  stream_descriptor socket;
  Handlers handlers;
  std::string in;
};

MessageReceiver::MessageReceiver(asio::io_context& loop, Descriptor socket, Handlers handlers)
    : state_(std::make_shared<State>(loop, std::move(socket), std::move(handlers))) {
  asio::co_spawn(loop, State::Read(state_), asio::detached);
}

MessageReceiver::~MessageReceiver() {
  state_->Close();
}

}  // namespace hpdl::rt
