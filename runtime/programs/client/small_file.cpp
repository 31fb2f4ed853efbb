#include "runtime/programs/client/small_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace hpdl::client {

std::optional<std::string> ReadSmallFile(const std::string& path, std::size_t most) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    return std::nullopt;
  }
  struct stat info{};
  std::optional<std::string> text;
  if (fstat(fd, &info) == 0 && !S_ISREG(info.st_mode)) {
    errno = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
  } else {
    text.emplace();
    std::array<char, 16384> buffer{};
    ssize_t size = 0;
    while (text->size() <= most && (size = read(fd, buffer.data(), buffer.size())) > 0) {
      text->append(buffer.data(), static_cast<std::size_t>(size));
    }
    if (size < 0 || text->size() > most) {
      errno = size < 0 ? errno : EFBIG;
      text.reset();
    }
  }
  const int error = errno;
  close(fd);
  errno = error;
  return text;
}

}  // namespace hpdl::client
