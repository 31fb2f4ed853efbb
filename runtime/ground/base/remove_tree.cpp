#include "runtime/ground/base/remove_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/descriptor.h"

namespace hpdl::rt {
namespace {

constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

/// A folder on the way from the removed folder down to the current folder.
struct FolderOnTheWay {
  std::string name;
  dev_t device = 0;
  ino_t inode = 0;
};

bool IsAt(int folder, const FolderOnTheWay& place) {
  struct stat info{};
  return fstat(folder, &info) == 0 && info.st_dev == place.device && info.st_ino == place.inode;
}

/// Removes an entry that is no folder, or an empty folder. Returns 0 or an errno. ENOTEMPTY: the
/// entry is a folder with content.
int RemoveEntry(int folder, const char* name) {
  if (unlinkat(folder, name, 0) == 0 || errno == ENOENT) {
    return 0;
  }
  const int error = errno;
  if (error != EISDIR && error != EPERM) {
    return error;
  }
  if (unlinkat(folder, name, AT_REMOVEDIR) == 0 || errno == ENOENT) {
    return 0;
  }
  return errno == EEXIST ? ENOTEMPTY : errno == ENOTDIR ? error : errno;
}

/// Removes the entries of a folder up to the first folder with content, whose name becomes `next`.
/// Returns 0 or an errno.
int RemoveEntries(int folder, const StopFlag* stop, std::string* next) {
  Descriptor file(openat(folder, ".", kFolder));
  const std::unique_ptr<DIR, int (*)(DIR*)> list(file.get() < 0 ? nullptr : fdopendir(file.get()),
                                                 closedir);
  if (list == nullptr) {
    return errno;
  }
  file.Release();
  while (!IsStopped(stop)) {
    errno = 0;
    const dirent* const entry = readdir(list.get());
    if (entry == nullptr) {
      return errno;
    }
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") {
      continue;
    }
    const int error = RemoveEntry(folder, entry->d_name);
    if (error == ENOTEMPTY) {
      *next = name;
      return 0;
    }
    if (error != 0) {
      return error;
    }
  }
  return ECANCELED;
}

}  // namespace

int RemoveTree(int parent, const char* name, const StopFlag* stop) {
  if (IsStopped(stop)) {
    return ECANCELED;
  }
  int error = RemoveEntry(parent, name);
  if (error != ENOTEMPTY) {
    return error;
  }
  std::vector<FolderOnTheWay> way;
  Descriptor here;
  std::string next = name;
  while (true) {
    if (!next.empty()) {
      Descriptor below(openat(way.empty() ? parent : here.get(), next.c_str(), kFolder));
      struct stat info{};
      if (below.get() < 0 || fstat(below.get(), &info) != 0) {
        return errno;
      }
      way.push_back({std::move(next), info.st_dev, info.st_ino});
      here = std::move(below);
      next.clear();
    }
    error = RemoveEntries(here.get(), stop, &next);
    if (error != 0) {
      return error;
    }
    if (!next.empty()) {
      continue;
    }
    const std::string empty = std::move(way.back().name);
    way.pop_back();
    if (way.empty()) {
      return RemoveEntry(parent, name);
    }
    here = Descriptor(openat(here.get(), "..", kFolder));
    if (here.get() < 0 || !IsAt(here.get(), way.back())) {
      return here.get() < 0 ? errno : ESTALE;  // somebody moves the folders meanwhile
    }
    error = RemoveEntry(here.get(), empty.c_str());
    if (error != 0) {
      return error;
    }
  }
}

}  // namespace hpdl::rt
