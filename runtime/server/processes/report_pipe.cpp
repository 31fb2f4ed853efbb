#include "runtime/server/processes/report_pipe.h"

#include <unistd.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <utility>

#include "runtime/ground/base/task.h"

namespace hpdl::rt {

namespace asio = boost::asio;

/// The pending read owns the state, so it may outlive the reader.
struct ReportReader::State {
  State(asio::io_context& loop, Descriptor fd, Handlers given)
      : pipe(loop, fd.Release()), handlers(std::move(given)) {}

  /// Closes the pipe. No handler is called any more.
  void Close() {
    handlers = {};
    boost::system::error_code ignored;
    pipe.close(ignored);
  }
  void End() {
    const std::function<void()> ended = std::move(handlers.ended);
    Close();
    if (ended) {
      ended();
    }
  }

  /// Passes all complete reports to the handler. Returns false if the connection has to end.
  bool TakeAll() {
    std::string_view rest = in;
    while (!rest.empty()) {
      const Handlers now = handlers;  // a copy: the handler may destroy the object
      const std::size_t size = now.size ? now.size(rest[0]) : 0;
      if (size == 0) {
        if (now.take) {
          (void)now.take(rest.substr(0, 1));
        }
        return false;
      }
      if (rest.size() < size) {
        break;
      }
      if (!now.take(rest.substr(0, size))) {
        return false;
      }
      rest.remove_prefix(size);
    }
    in.erase(0, in.size() - rest.size());
    return true;
  }

  static Task<void> Read(std::shared_ptr<State> self) {
    std::string part(64 << 10, '\0');
    while (self->pipe.is_open()) {
      const auto [error, size] = co_await self->pipe.async_read_some(
          asio::buffer(part), asio::as_tuple(asio::use_awaitable));
      self->in.append(part, 0, size);
      if (self->pipe.is_open() && (!self->TakeAll() || error)) {
        self->End();
      }
    }
  }

  asio::posix::stream_descriptor pipe;
  Handlers handlers;
  std::string in;
};

ReportReader::ReportReader(asio::io_context& loop, Descriptor pipe, Handlers handlers)
    : state_(std::make_shared<State>(loop, std::move(pipe), std::move(handlers))) {
  asio::co_spawn(loop, State::Read(state_), asio::detached);
}

ReportReader::~ReportReader() {
  state_->Close();
}

void SendReport(int pipe, std::string_view report) {
  while (!report.empty()) {
    const ssize_t size = write(pipe, report.data(), report.size());
    if (size < 0 && errno != EINTR) {
      return;
    }
    report.remove_prefix(size > 0 ? static_cast<std::size_t>(size) : 0);
  }
}

}  // namespace hpdl::rt
