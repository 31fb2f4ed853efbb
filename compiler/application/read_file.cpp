#include "compiler/application/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/ground/base/descriptor.h"

namespace hpdl::application {
namespace {

constexpr off_t kMaxBytes = 1 << 30;

/// An open regular file. The destructor closes it.
class OpenFile {
 public:
  Result<void> Open(const std::string& path) {
    // Without O_NONBLOCK, open() would wait until a FIFO has a writer. The code below refuses a
    // FIFO.
    file_ = rt::Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status{};
    if (file_.get() < 0 || ::fstat(file_.get(), &status) != 0) {
      return Failure(path + ": " + std::strerror(errno));
    }
    if (!S_ISREG(status.st_mode)) {
      return Failure(path + ": not a regular file");
    }
    size_ = status.st_size;
    return {};
  }
  off_t size() const { return size_; }

  /// Appends the rest of the file, at most `most` bytes. Returns false and sets errno if the file
  /// cannot be read.
  bool Read(std::size_t most, std::string* bytes) const {
    std::size_t done = 0;
    bytes->resize(std::min(most, static_cast<std::size_t>(size_) + 1));
    for (;;) {
      if (done == bytes->size()) {
        // The file has grown, or the file system reports 0 as its size, as it does for files in
        // /proc.
        bytes->resize(std::min(most, done + 4096));
      }
      const ssize_t got = ::read(file_.get(), bytes->data() + done, bytes->size() - done);
      if (got < 0 && errno != EINTR) {
        return false;
      }
      done += got > 0 ? static_cast<std::size_t>(got) : 0;
      if (got == 0 || done == most) {
        bytes->resize(done);
        return true;
      }
    }
  }

 private:
  rt::Descriptor file_;
  off_t size_ = 0;
};

}  // namespace

Result<std::string> ReadBegin(const std::string& path, std::size_t size) {
  OpenFile file;
  HPDL_TRY(file.Open(path));
  std::string bytes;
  if (!file.Read(size, &bytes)) {
    return Failure(path + ": " + std::strerror(errno));
  }
  return bytes;
}

Result<std::string> ReadFile(const std::string& path) {
  OpenFile file;
  HPDL_TRY(file.Open(path));
  std::string bytes;
  if (file.size() > kMaxBytes) {
    return Failure(path + ": larger than 1 GiB");
  }
  if (!file.Read(static_cast<std::size_t>(kMaxBytes) + 1, &bytes)) {
    return Failure(path + ": " + std::strerror(errno));
  }
  if (bytes.size() > static_cast<std::size_t>(kMaxBytes)) {
    return Failure(path + ": larger than 1 GiB");
  }
  return bytes;
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
