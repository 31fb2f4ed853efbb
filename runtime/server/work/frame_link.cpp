#include "runtime/server/work/frame_link.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <utility>

#include "runtime/ground/base/frames.h"
#include "runtime/ground/base/task.h"

namespace hpdl::rt {
namespace {

namespace asio = boost::asio;
constexpr auto kQuietly = asio::as_tuple(asio::use_awaitable);

}  // namespace

/// The pending reads and writes own the state, so it may outlive the link.
struct FrameLink::State : std::enable_shared_from_this<State> {
  State(asio::io_context& loop, int fd, Handlers given)
      : socket(loop, asio::local::stream_protocol(), fd), handlers(std::move(given)) {}

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

  /// Passes all complete frames to the handler. Returns false if a frame is not valid, or the link
  /// has ended.
  bool TakeAll() {
    std::size_t begin = 0;
    for (std::size_t size = 0; (size = FrameSize(std::string_view(in).substr(begin))) > 0;
         begin += size) {
      const auto take = handlers.take;  // a copy: the handler may end the link
      if (!take || !take(std::string_view(in).substr(begin, size))) {
        return false;
      }
    }
    in.erase(0, begin);
    const std::size_t next = AnnouncedSize(in);
    return next <= kMostFrame && (in.size() < kFrameHeader || next > kFrameHeader);
  }

  Task<void> Read() {
    const auto self = shared_from_this();
    std::string part(64 << 10, '\0');
    while (socket.is_open()) {
      const auto [error, size] = co_await socket.async_read_some(asio::buffer(part), kQuietly);
      in.append(part, 0, size);
      if (error || !TakeAll()) {
        End();
      }
    }
  }

  Task<void> Write() {
    const auto self = shared_from_this();
    while (!out.empty() && socket.is_open()) {
      const std::string now = std::exchange(out, {});
      const auto [error, size] = co_await asio::async_write(socket, asio::buffer(now), kQuietly);
      if (error) {
        break;  // the pending Read() fails, too, and ends the link
      }
    }
    writing = false;
  }

  asio::local::stream_protocol::socket socket;
  Handlers handlers;
  std::string in, out;
  bool writing = false;
};

FrameLink::FrameLink(asio::io_context& loop, int socket, Handlers handlers)
    : state_(std::make_shared<State>(loop, socket, std::move(handlers))) {
  asio::co_spawn(loop, state_->Read(), asio::detached);
}

FrameLink::~FrameLink() {
  state_->Close();
}

void FrameLink::Send(std::string frame) {
  State& state = *state_;
  if (!state.socket.is_open()) {
    return;
  }
  if (state.out.size() + frame.size() > kMostUnsent) {
    boost::system::error_code ignored;
    // After this, the pending Read() fails and ends the link.
    state.socket.shutdown(asio::socket_base::shutdown_both, ignored);
    return;
  }
  state.out += frame;
  if (!std::exchange(state.writing, true)) {
    asio::co_spawn(state.socket.get_executor(), state.Write(), asio::detached);
  }
}

}  // namespace hpdl::rt
