#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_FRAME_PIPE_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_FRAME_PIPE_H_

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "runtime/ground/base/descriptor.h"

namespace hpdl::rt::celos {

/// Frames (runtime/ground/base/frames.h) to and from another process over a stream socket, one at a
/// time: each side knows whose turn it is.
class FramePipe {
 public:
  /// Longer frames end the connection.
  static constexpr std::size_t kMostFrame = std::size_t{32} << 20;
  using Time = std::chrono::steady_clock::time_point;

  explicit FramePipe(Descriptor socket) : socket_(std::move(socket)) {}

  /// False: the other side has ended, is broken, or did not take or give a frame until then.
  bool Send(const std::string& frame, Time until = Time::max());
  std::optional<std::string> Receive(Time until = Time::max());
  /// Why the last call failed: the time had come.
  bool late() const { return late_; }

 private:
  bool Wait(short events, Time until);

  Descriptor socket_;
  std::string received_;
  bool late_ = false;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_FRAME_PIPE_H_
