#include "runtime/world/process/command_places.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>

#include "runtime/world/process/place_messages.h"

namespace hpdl::rt {
namespace {

// The time between two attempts to connect to the server while a command waits.
constexpr std::int64_t kAgainMs = 200;
// The time between two attempts to connect to the server while no command waits.
constexpr std::int64_t kLongAfterMs = 5000;
constexpr std::size_t kMostFromServer = 64 << 10;

/// Returns the milliseconds since boot, including the time in suspend. The result is never 0.
std::int64_t Now() {
  struct timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1000000 + 1;
}

/// Connects to a socket. Its path may be too long for a socket address, so the function makes the
/// socket's folder the working directory for a moment. This disturbs nothing, because this process
/// has only one thread.
bool ConnectTo(const std::string& path, int fd) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = path.substr(0, slash), name = path.substr(slash + 1);
  const Descriptor here(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  struct sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (here.get() < 0 || name.size() >= sizeof address.sun_path || chdir(folder.c_str()) != 0) {
    return false;
  }
  std::memcpy(address.sun_path, name.c_str(), name.size() + 1);
  const bool connected =
      connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  return fchdir(here.get()) == 0 && connected;
}

}  // namespace

int CommandPlaces::SleepMs() const {
  if (path_.empty() || socket_.get() >= 0 || running_ + wanted_ == 0) {
    return -1;
  }
  return static_cast<int>(wanted_ > 0 ? kAgainMs : kLongAfterMs);
}

void CommandPlaces::Connect() {
  const std::int64_t now = Now();
  if (now - tried_ms_ < (wanted_ > 0 ? kAgainMs : kLongAfterMs)) {
    return;
  }
  tried_ms_ = now;
  Descriptor fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (fd.get() < 0 || !ConnectTo(path_, fd.get())) {
    lost_ms_ = lost_ms_ == 0 ? now : lost_ms_;
    return;
  }
  socket_ = std::move(fd);
  lost_ms_ = 0;
  said_ = 0;
  places::Append(places::Hello{job_, running_}, &out_);
}

void CommandPlaces::Lost() {
  socket_ = Descriptor();
  in_.clear();
  out_.clear();
  free_ = 0;
  lost_ms_ = Now();
}

void CommandPlaces::Turn() {
  if (socket_.get() < 0 && running_ + wanted_ > 0) {
    Want(wanted_);
  }
  Receive();
  Send();
}

void CommandPlaces::Receive() {
  while (socket_.get() >= 0) {
    char buffer[4096];
    const ssize_t size = recv(socket_.get(), buffer, sizeof buffer, MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) {
      break;
    }
    if (size <= 0 || in_.size() > kMostFromServer) {
      Lost();
      return;
    }
    in_.append(buffer, static_cast<std::size_t>(size));
  }
  std::size_t begin = 0;
  for (std::size_t size = 0; (size = FrameSize(std::string_view(in_).substr(begin))) > 0;
       begin += size) {
    places::Granted granted;
    if (places::Read(std::string_view(in_).substr(begin, size), &granted)) {
      free_ += granted.count;
      said_ -= std::min(said_, granted.count);
    }
  }
  in_.erase(0, begin);
}

bool CommandPlaces::Take() {
  if (path_.empty()) {
    return true;
  }
  if (socket_.get() >= 0) {
    if (free_ == 0) {
      return false;
    }
    --free_;
  } else if (lost_ms_ == 0 || Now() - lost_ms_ < kPatienceMs) {
    return false;
  }
  ++running_;
  return true;
}

void CommandPlaces::Leave() {
  if (path_.empty()) {
    return;
  }
  --running_;
  if (socket_.get() >= 0) {
    places::Append(places::Left{1}, &out_);
  }
}

void CommandPlaces::Want(std::size_t commands) {
  if (path_.empty()) {
    return;
  }
  wanted_ = static_cast<std::uint32_t>(std::min<std::size_t>(commands, UINT32_MAX));
  if (socket_.get() < 0 && running_ + wanted_ > 0) {
    Connect();
  }
  if (socket_.get() < 0) {
    return;
  }
  const std::uint32_t spare = free_ > wanted_ ? free_ - wanted_ : 0;
  free_ -= spare;
  if (const std::uint32_t more = wanted_ - free_; more != said_) {
    places::Append(places::Wanted{more}, &out_);
    said_ = more;
  }
  // The keeper has more places than it needs. A place is the permission to run one command. The
  // keeper first tells the server that it wants no more places, and only then gives the spare
  // places back. In the opposite order the server would give the same places to this keeper again.
  if (spare > 0) {
    places::Append(places::Left{spare}, &out_);
  }
  Send();
}

void CommandPlaces::Send() {
  while (!out_.empty() && socket_.get() >= 0) {
    const ssize_t size = send(socket_.get(), out_.data(), out_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (size < 0) {
      return;  // a full socket is tried again later; the next recv() reports a closed socket
    }
    out_.erase(0, static_cast<std::size_t>(size));
  }
}

}  // namespace hpdl::rt
