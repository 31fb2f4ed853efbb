#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <set>

#include "runtime/ground/base/new_file.h"
#include "runtime/world/files/file_operations.h"
#include "runtime/world/files/open_directory.h"

namespace hpdl::rt {

namespace {

/// Syncs files one by one. If this process may not open a file, or the file is a device or a pipe,
/// syncs the whole file system of the file, but only once.
class TreeSync {
 public:
  explicit TreeSync(const StopFlag* stop) : stop_(stop) {}

  int Sync(int parent, const char* name, SyncDepth depth) {
    if (IsStopped(stop_)) {
      return ECANCELED;
    }
    struct stat info{};
    if (fstatat(parent, name, &info, AT_SYMLINK_NOFOLLOW) != 0) {
      return errno == ENOENT ? 0 : errno;
    }
    if (S_ISLNK(info.st_mode)) {
      return 0;  // a link is durable when its directory is synced
    }
    int error = EACCES;  // devices and pipes are not opened
    if (S_ISDIR(info.st_mode)) {
      error = SyncDirectoryAt(parent, name, depth);
    } else if (S_ISREG(info.st_mode)) {
      error = SyncFileAt(parent, name);
    }
    if (error == EACCES || error == EPERM) {
      return SyncWhole(parent, info.st_dev);
    }
    return error == ENOENT ? 0 : error;
  }

 private:
  static int SyncFileAt(int parent, const char* name) {
    const int fd = openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) {
      return errno;
    }
    const int error = SyncFile(fd) ? 0 : errno;
    close(fd);
    return error;
  }

  int SyncDirectoryAt(int parent, const char* name, SyncDepth depth) {
    OpenDirectory directory(parent, name);
    if (directory.error() != 0) {
      return directory.error();
    }
    const SyncDepth inner = depth == SyncDepth::kAll ? depth : SyncDepth::kItself;
    while (depth != SyncDepth::kItself) {
      const char* entry = directory.Next();
      if (entry == nullptr) {
        break;
      }
      if (const int error = Sync(directory.fd(), entry, inner); error != 0) {
        return error;
      }
    }
    return directory.error() != 0 || SyncFile(directory.fd()) ? directory.error() : errno;
  }

  int SyncWhole(int parent, dev_t device) {
    if (!synced_.insert(device).second) {
      return 0;
    }
    if (parent == AT_FDCWD) {
      sync();
      return 0;
    }
    return syncfs(parent) == 0 ? 0 : errno;
  }

  const StopFlag* const stop_;
  std::set<dev_t> synced_;
};

}  // namespace

int SyncTree(const std::string& path, SyncDepth depth, const StopFlag* stop) {
  // Follows `path` itself if it is a link, but follows no links below it.
  char* resolved = realpath(path.c_str(), nullptr);
  if (resolved == nullptr) {
    return errno == ENOENT || errno == ENOTDIR ? 0 : errno;
  }
  const int error = TreeSync(stop).Sync(AT_FDCWD, resolved, depth);
  std::free(resolved);
  return error;
}

}  // namespace hpdl::rt
