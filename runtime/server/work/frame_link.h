#ifndef HPDL_RUNTIME_SERVER_WORK_FRAME_LINK_H_
#define HPDL_RUNTIME_SERVER_WORK_FRAME_LINK_H_

#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace hpdl::rt {

/// Frames both ways over a stream socket to another process. Loop thread only; must go before the
/// loop does.
class FrameLink {
 public:
  /// Bytes of a frame, and of those that wait to be sent, at which the other side counts as broken.
  static constexpr std::size_t kMostFrame = 64 << 20, kMostUnsent = 256 << 20;

  struct Handlers {
    /// A complete frame. False: it makes no sense, and the link is ended.
    std::function<bool(std::string_view frame)> take;
    /// Once, when the other side has ended or is broken; not if this object goes before.
    std::function<void()> ended;
  };
  /// Owns the socket from here on. The handlers may destroy this object.
  FrameLink(boost::asio::io_context& loop, int socket, Handlers handlers);
  ~FrameLink();
  FrameLink(const FrameLink&) = delete;
  FrameLink& operator=(const FrameLink&) = delete;

  /// Sends a frame after those before it. Without effect once the link has ended.
  void Send(std::string frame);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_WORK_FRAME_LINK_H_
