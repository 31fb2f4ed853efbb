#ifndef HPDL_RUNTIME_SERVER_WORK_FRAME_LINK_H_
#define HPDL_RUNTIME_SERVER_WORK_FRAME_LINK_H_

#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/ground/base/descriptor.h"

namespace hpdl::rt {

/// Sends messages, called frames, to another process over a stream socket or two pipes, and
/// receives its frames. The process must ignore SIGPIPE. Loop thread only. Must be destroyed before
/// the loop.
class FrameLink {
 public:
  /// The link ends if a frame has more bytes than kMostFrame, or if more bytes than kMostUnsent
  /// wait to be sent.
  static constexpr std::size_t kMostFrame = 64 << 20, kMostUnsent = 256 << 20;

  struct Handlers {
    /// Takes a complete frame. Returns false if the frame makes no sense; the link then ends.
    std::function<bool(std::string_view frame)> take;
    /// Called once when the link has ended. Not called if this object is destroyed first.
    std::function<void()> ended;
  };
  /// Takes ownership of the socket. The handlers may destroy this object.
  FrameLink(boost::asio::io_context& loop, int socket, Handlers handlers);
  /// `in`, `out`: the end of a pipe to read, and the end of another pipe to write.
  FrameLink(boost::asio::io_context& loop, Descriptor in, Descriptor out, Handlers handlers);
  ~FrameLink();
  FrameLink(const FrameLink&) = delete;
  FrameLink& operator=(const FrameLink&) = delete;

  /// Sends a frame after all earlier frames. Has no effect once the link has ended.
  void Send(std::string frame);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_WORK_FRAME_LINK_H_
