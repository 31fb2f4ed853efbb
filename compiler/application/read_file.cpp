#include "compiler/application/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace hpdl::application {
namespace {

constexpr off_t kMaxBytes = 1 << 30;

bool ReadAll(int fd, std::string* bytes) {
  std::size_t done = 0;
  for (;;) {
    if (done == bytes->size()) {
      bytes->resize(done + 4096);  // the file grew, or says that it is empty as those of /proc do
    }
    const ssize_t got = ::read(fd, bytes->data() + done, bytes->size() - done);
    if (got < 0 && errno != EINTR) {
      return false;
    }
    if (got == 0 || done > static_cast<std::size_t>(kMaxBytes)) {
      bytes->resize(done);
      return true;
    }
    done += got > 0 ? static_cast<std::size_t>(got) : 0;
  }
}

}  // namespace

bool ReadFile(const std::string& path, std::string* bytes, std::string* error) {
  // Non-blocking, so that a FIFO without writer is refused instead of waited for.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    *error = path + ": " + std::strerror(errno);
    return false;
  }
  struct stat status{};
  bool read = false;
  if (::fstat(fd, &status) != 0) {
    *error = path + ": " + std::strerror(errno);
  } else if (!S_ISREG(status.st_mode)) {
    *error = path + ": not a regular file";
  } else if (status.st_size > kMaxBytes) {
    *error = path + ": larger than 1 GiB";
  } else {
    bytes->resize(static_cast<std::size_t>(status.st_size) + 1);
    read = ReadAll(fd, bytes);
    if (!read) {
      *error = path + ": " + std::strerror(errno);
    }
  }
  ::close(fd);
  return read;
}

std::string Canonical(const std::string& path) {
  char* real = ::realpath(path.c_str(), nullptr);
  if (real == nullptr) {
    return {};
  }
  std::string result = real;
  std::free(real);
  return result;
}

}  // namespace hpdl::application
