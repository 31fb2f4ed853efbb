#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_FRAME_PIPE_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_FRAME_PIPE_H_

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "runtime/ground/base/descriptor.h"

namespace hpdl::rt::celos {

/// Sends frames (runtime/ground/base/frames.h) to another process over a stream socket and receives
/// them, one at a time. The two processes send in turn.
class FramePipe {
 public:
  /// The maximum size of a frame in bytes. A longer frame ends the connection.
  static constexpr std::size_t kMostFrame = std::size_t{32} << 20;
  using Time = std::chrono::steady_clock::time_point;

  explicit FramePipe(Descriptor socket) : socket_(std::move(socket)) {}

  /// Sends or receives one frame. Fails if the other process has ended, sends an invalid frame, or
  /// has not finished at `until`.
  bool Send(const std::string& frame, Time until = Time::max());
  std::optional<std::string> Receive(Time until = Time::max());
  /// True if the last call failed because `until` had passed.
  bool late() const { return late_; }

 private:
  bool Wait(short events, Time until);

  Descriptor socket_;
  std::string received_;
  bool late_ = false;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_FRAME_PIPE_H_
