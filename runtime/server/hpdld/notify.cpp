#include "runtime/server/hpdld/notify.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "runtime/base/descriptor.h"

namespace hpdl::rt {

void NotifyReady() {
  const char* const place = std::getenv("NOTIFY_SOCKET");
  sockaddr_un address{};
  const std::size_t size = place == nullptr ? 0 : std::strlen(place);
  if (size == 0 || size >= sizeof address.sun_path) {
    return;
  }
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, place, size);
  if (place[0] == '@') {
    address.sun_path[0] = '\0';  // an abstract name
  }
  const Descriptor file(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  constexpr std::string_view kReady = "READY=1";
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + size);
  (void)sendto(file.get(), kReady.data(), kReady.size(), MSG_NOSIGNAL,
               reinterpret_cast<const sockaddr*>(&address), length);
}

}  // namespace hpdl::rt
