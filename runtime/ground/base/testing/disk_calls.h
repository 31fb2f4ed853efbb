#ifndef HPDL_RUNTIME_GROUND_BASE_TESTING_DISK_CALLS_H_
#define HPDL_RUNTIME_GROUND_BASE_TESTING_DISK_CALLS_H_

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace hpdl::rt::testing {

/// While an object of this class lives, it records the disk calls of this process below one folder,
/// in order: "fsync a/b", "rename a b", "unlink a". Paths are relative to the folder, and "." is
/// the folder itself. This header replaces the C library's fsync, fdatasync, rename, unlink and
/// unlinkat in a test program that includes it.
class DiskCalls {
 public:
  /// A function that is called before each disk call. If it returns an errno, the disk call is not
  /// made and fails with this errno. If it returns 0, the disk call is made.
  using Fault = std::function<int(const std::string& call)>;

  /// `folder` must be a path without links.
  explicit DiskCalls(std::string folder) : folder_(std::move(folder)) { Current() = this; }
  ~DiskCalls() { Current() = nullptr; }
  DiskCalls(const DiskCalls&) = delete;
  DiskCalls& operator=(const DiskCalls&) = delete;

  /// Adds an event that is not a disk call to the record.
  void Note(std::string what) {
    const std::lock_guard lock(mutex_);
    seen_.push_back(std::move(what));
  }
  std::vector<std::string> seen() const {
    const std::lock_guard lock(mutex_);
    return seen_;
  }
  Fault fault;  ///< called on the thread that makes the disk call

  /// The object that lives at present, or null. The constructor and the destructor set this
  /// pointer.
  static DiskCalls*& Current() {
    static DiskCalls* current = nullptr;
    return current;
  }
  /// Records a disk call. Returns 0, or the errno with which the call must fail. Ignores calls
  /// outside of the folder.
  static int Before(const char* name, const std::string& path, const std::string& second = {}) {
    DiskCalls* const self = Current();
    if (self == nullptr || !self->IsBelow(path)) {
      return 0;
    }
    std::string call = std::string(name) + " " + self->Relative(path);
    call += second.empty() ? "" : " " + self->Relative(second);
    const int error = self->fault ? self->fault(call) : 0;
    if (error == 0) {
      self->Note(std::move(call));
    }
    return error;
  }
  static std::string PathOf(int fd) {
    char path[PATH_MAX];
    const ssize_t size =
        readlink(("/proc/self/fd/" + std::to_string(fd)).c_str(), path, sizeof path);
    return {path, size < 0 ? 0 : static_cast<std::size_t>(size)};
  }
  static std::string PathAt(int folder, const char* name) {
    return folder == AT_FDCWD || *name == '/' ? name : PathOf(folder) + "/" + name;
  }
  template <class... Arguments>
  static int Do(int error, long number, Arguments... arguments) {
    if (error != 0) {
      errno = error;
      return -1;
    }
    return static_cast<int>(syscall(number, arguments...));
  }

 private:
  bool IsBelow(const std::string& path) const {
    return path.starts_with(folder_) &&
           (path.size() == folder_.size() || path[folder_.size()] == '/');
  }
  std::string Relative(const std::string& path) const {
    return !IsBelow(path)                      ? path
           : path.size() <= folder_.size() + 1 ? "."
                                               : path.substr(folder_.size() + 1);
  }

  const std::string folder_;
  mutable std::mutex mutex_;
  std::vector<std::string> seen_;
};

}  // namespace hpdl::rt::testing

// NOLINTBEGIN(misc-definitions-in-headers): these functions are weak, so the linker keeps only one
// copy of each
extern "C" {

[[gnu::weak]] int fsync(int fd) {
  using Calls = hpdl::rt::testing::DiskCalls;
  return Calls::Do(Calls::Before("fsync", Calls::PathOf(fd)), SYS_fsync, fd);
}

[[gnu::weak]] int fdatasync(int fd) {
  using Calls = hpdl::rt::testing::DiskCalls;
  return Calls::Do(Calls::Before("fsync", Calls::PathOf(fd)), SYS_fdatasync, fd);
}

[[gnu::weak]] int rename(const char* source, const char* target) noexcept {
  using Calls = hpdl::rt::testing::DiskCalls;
  return Calls::Do(Calls::Before("rename", source, target), SYS_renameat, AT_FDCWD, source,
                   AT_FDCWD, target);
}

[[gnu::weak]] int unlink(const char* path) noexcept {
  using Calls = hpdl::rt::testing::DiskCalls;
  return Calls::Do(Calls::Before("unlink", path), SYS_unlinkat, AT_FDCWD, path, 0);
}

[[gnu::weak]] int unlinkat(int folder, const char* name, int flags) noexcept {
  using Calls = hpdl::rt::testing::DiskCalls;
  const int error = Calls::Before("unlink", Calls::PathAt(folder, name));
  return Calls::Do(error, SYS_unlinkat, folder, name, flags);
}

}  // extern "C"
// NOLINTEND(misc-definitions-in-headers)

#endif  // HPDL_RUNTIME_GROUND_BASE_TESTING_DISK_CALLS_H_
