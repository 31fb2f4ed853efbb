#include "runtime/engines/celos_scripts/frame_pipe.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

#include "runtime/ground/base/frames.h"

namespace hpdl::rt::celos {

bool FramePipe::Wait(short events, Time until) {
  late_ = false;
  for (;;) {
    int timeout = -1;
    if (until != Time::max()) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
      timeout = static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
    }
    pollfd asked{socket_.get(), events, 0};
    const int count = poll(&asked, 1, timeout);
    if (count > 0) {
      return true;
    }
    if (count < 0 && errno != EINTR) {
      return false;
    }
    if (until != Time::max() && std::chrono::steady_clock::now() >= until) {
      late_ = true;
      return false;
    }
  }
}

bool FramePipe::Send(const std::string& frame, Time until) {
  for (std::size_t sent = 0; sent < frame.size();) {
    const ssize_t count =
        send(socket_.get(), frame.data() + sent, frame.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN ? !Wait(POLLOUT, until) : errno != EINTR) {
      return false;
    }
  }
  return true;
}

std::optional<std::string> FramePipe::Receive(Time until) {
  char buffer[64 << 10];
  for (;;) {
    if (const std::size_t size = FrameSize(received_); size > 0) {
      std::string frame = received_.substr(0, size);
      received_.erase(0, size);
      return frame;
    }
    const std::size_t announced = AnnouncedSize(received_);
    if (announced > kMostFrame || (received_.size() >= kFrameHeader && announced <= kFrameHeader) ||
        !Wait(POLLIN, until)) {
      return {};
    }
    const ssize_t count = recv(socket_.get(), buffer, sizeof buffer, MSG_DONTWAIT);
    if (count > 0) {
      received_.append(buffer, static_cast<std::size_t>(count));
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
      return {};
    }
  }
}

}  // namespace hpdl::rt::celos
