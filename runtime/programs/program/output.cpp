#include "runtime/programs/program/output.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

namespace hpdl::rt {
namespace {

/// Calls write() and discards the SIGPIPE that write() may raise. The process must not ignore
/// SIGPIPE, because the commands of actions would then ignore it, too.
ssize_t WriteQuietly(int fd, const char* data, std::size_t size) {
  sigset_t pipe;
  sigset_t before;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &pipe, &before);
  const ssize_t written = ::write(fd, data, size);
  const int error = errno;
  if (written < 0 && error == EPIPE) {
    const timespec now{};
    ::sigtimedwait(&pipe, nullptr, &now);
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

}  // namespace

void Output::Write(std::string_view text) {
  if (capture_ != nullptr) {
    capture_->append(text);
    return;
  }
  if (failed_) {
    return;
  }
  buffer_.append(text);
  if (buffer_.size() >= 64 * 1024) {
    Flush();
  }
}

bool Output::Flush() {
  std::size_t done = 0;
  while (!failed_ && done < buffer_.size()) {
    const ssize_t written = WriteQuietly(fd_, buffer_.data() + done, buffer_.size() - done);
    if (written >= 0) {
      done += static_cast<std::size_t>(written);
    } else if (errno == EAGAIN) {
      pollfd wait{fd_, POLLOUT, 0};
      ::poll(&wait, 1, -1);
    } else if (errno != EINTR) {
      reader_gone_ = errno == EPIPE;
      failed_ = true;
    }
  }
  buffer_.clear();
  return !failed_;
}

}  // namespace hpdl::rt
