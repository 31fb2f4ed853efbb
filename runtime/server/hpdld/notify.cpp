#include "runtime/server/hpdld/notify.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "runtime/ground/base/text_parts.h"

namespace hpdl::rt {
namespace {

constexpr int kFirstSocket = 3;

/// Returns the number in an environment variable; 0 if it is missing or not a number.
std::int64_t NumberIn(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? 0 : ParseNumber(text).value_or(0);
}

}  // namespace

void NotifySystemd(std::string_view state) {
  const char* const place = std::getenv("NOTIFY_SOCKET");
  sockaddr_un address{};
  const std::size_t size = place == nullptr ? 0 : std::strlen(place);
  if (size == 0 || size >= sizeof address.sun_path) {
    return;
  }
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, place, size);
  if (place[0] == '@') {
    address.sun_path[0] = '\0';  // an abstract socket name
  }
  const Descriptor file(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + size);
  (void)sendto(file.get(), state.data(), state.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
               reinterpret_cast<const sockaddr*>(&address), length);
}

std::chrono::microseconds WatchdogTime() {
  const std::int64_t of = NumberIn("WATCHDOG_PID");
  return std::chrono::microseconds(of == 0 || of == getpid() ? NumberIn("WATCHDOG_USEC") : 0);
}

Result<Descriptor> TakeListeningSocket() {
  const std::int64_t count = NumberIn("LISTEN_PID") == getpid() ? NumberIn("LISTEN_FDS") : 0;
  for (const char* variable : {"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"}) {
    unsetenv(variable);
  }
  if (count == 0) {
    return Descriptor();
  }
  if (count > 1) {
    return Error{ErrorClass::kError, "",
                 "LISTEN_FDS: expected one socket, got " + std::to_string(count)};
  }
  const Descriptor given(kFirstSocket);
  Descriptor moved(fcntl(given.get(), F_DUPFD_CLOEXEC, kFirstSocket + 1));
  if (moved.get() < 0) {
    return Error{ErrorClass::kError, "", std::string("LISTEN_FDS: ") + std::strerror(errno)};
  }
  return moved;
}

}  // namespace hpdl::rt
