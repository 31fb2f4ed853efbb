#ifndef HPDL_RUNTIME_WORLD_FILES_OPEN_DIRECTORY_H_
#define HPDL_RUNTIME_WORLD_FILES_OPEN_DIRECTORY_H_

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace hpdl::rt {

/// An open directory. It gives its entries one by one, without "." and "..".
class OpenDirectory {
 public:
  /// Opens `name` in the directory `parent`; does not follow a link.
  OpenDirectory(int parent, const char* name) : OpenDirectory(parent, name, O_NOFOLLOW) {}
  /// Opens `path`; follows links.
  explicit OpenDirectory(const std::string& path) : OpenDirectory(AT_FDCWD, path.c_str(), 0) {}
  OpenDirectory(const OpenDirectory&) = delete;
  OpenDirectory& operator=(const OpenDirectory&) = delete;
  ~OpenDirectory() {
    if (handle_ != nullptr) {
      closedir(handle_);
    }
  }
  int error() const { return error_; }
  int fd() const { return dirfd(handle_); }
  /// Returns the name of the next entry. Returns null at the end or on an error; error() then
  /// returns the errno, 0 at the end.
  const char* Next() {
    for (;;) {
      errno = 0;
      const dirent* entry = readdir(handle_);
      if (entry == nullptr) {
        error_ = errno;
        return nullptr;
      }
      if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0) {
        return entry->d_name;
      }
    }
  }

 private:
  OpenDirectory(int parent, const char* name, int more) {
    const int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | more);
    handle_ = fd < 0 ? nullptr : fdopendir(fd);
    error_ = handle_ == nullptr ? errno : 0;
    if (fd >= 0 && handle_ == nullptr) {
      close(fd);
    }
  }

  DIR* handle_ = nullptr;
  int error_ = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_FILES_OPEN_DIRECTORY_H_
