#ifndef HPDL_RUNTIME_GROUND_BASE_DESCRIPTOR_H_
#define HPDL_RUNTIME_GROUND_BASE_DESCRIPTOR_H_

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace hpdl::rt {

/// Owns a file descriptor and closes it in the destructor, which does not change errno. -1 means no
/// descriptor.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) {
      const int error = errno;
      ::close(fd_);
      errno = error;
    }
  }
  Descriptor(Descriptor&& other) noexcept : fd_(other.Release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  int get() const { return fd_; }
  /// Returns the descriptor and gives up its ownership: the caller must close it.
  int Release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_DESCRIPTOR_H_
