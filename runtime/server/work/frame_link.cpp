#include "runtime/server/work/frame_link.h"

#include <fcntl.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
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
  State(asio::io_context& loop, Descriptor to_read, Descriptor to_write, Handlers given)
      : source(loop, to_read.Release()),
        sink(loop, to_write.Release()),
        handlers(std::move(given)) {}

  void CloseDescriptors() {
    boost::system::error_code ignored;
    source.close(ignored);
    sink.close(ignored);
  }
  /// Closes the link. No handler is called any more.
  void Close() {
    handlers = {};
    CloseDescriptors();
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
    while (source.is_open()) {
      const auto [error, size] = co_await source.async_read_some(asio::buffer(part), kQuietly);
      in.append(part, 0, size);
      if (error || !TakeAll()) {
        break;
      }
    }
    End();
  }

  Task<void> Write() {
    const auto self = shared_from_this();
    while (!out.empty() && sink.is_open()) {
      const std::string now = std::exchange(out, {});
      const auto [error, size] = co_await asio::async_write(sink, asio::buffer(now), kQuietly);
      if (error) {
        CloseDescriptors();  // the pending Read() fails, too, and ends the link
        break;
      }
    }
    writing = false;
  }

  asio::posix::stream_descriptor source, sink;
  Handlers handlers;
  std::string in, out;
  bool writing = false;
};

FrameLink::FrameLink(asio::io_context& loop, int socket, Handlers handlers)
    : FrameLink(loop, Descriptor(socket), Descriptor(fcntl(socket, F_DUPFD_CLOEXEC, 0)),
                std::move(handlers)) {}

FrameLink::FrameLink(asio::io_context& loop, Descriptor in, Descriptor out, Handlers handlers)
    : state_(std::make_shared<State>(loop, std::move(in), std::move(out), std::move(handlers))) {
  asio::co_spawn(loop, state_->Read(), asio::detached);
}

FrameLink::~FrameLink() {
  state_->Close();
}

void FrameLink::Send(std::string frame) {
  State& state = *state_;
  if (!state.sink.is_open()) {
    return;
  }
  if (state.out.size() + frame.size() > kMostUnsent) {
    state.CloseDescriptors();  // the pending Read() fails and ends the link
    return;
  }
  state.out += frame;
  if (!std::exchange(state.writing, true)) {
    asio::co_spawn(state.sink.get_executor(), state.Write(), asio::detached);
  }
}

}  // namespace hpdl::rt
