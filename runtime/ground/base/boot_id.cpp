#include "runtime/ground/base/boot_id.h"

#include <fcntl.h>
#include <unistd.h>

#include <string_view>

namespace hpdl::rt {

std::string BootId() {
  const int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  char text[64];
  const ssize_t size = file < 0 ? 0 : read(file, text, sizeof text);
  if (file >= 0) {
    close(file);
  }
  const std::string_view id(text, size > 0 ? static_cast<std::size_t>(size) : 0);
  return std::string(id.substr(0, id.find('\n')));
}

}  // namespace hpdl::rt
