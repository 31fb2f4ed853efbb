#include "runtime/world/files/file_operations.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/remove_tree.h"
#include "runtime/world/files/open_directory.h"

namespace hpdl::rt {

namespace {

/// Returns 0 or errno, given the result of a system call.
int Errno(int result) {
  return result < 0 ? errno : 0;
}

int ChangeAt(int parent, const char* name, const Ownership& change, bool enter, bool recursive,
             const StopFlag* stop) {
  if (IsStopped(stop)) {
    return ECANCELED;
  }
  struct stat info{};
  if (fstatat(parent, name, &info, 0) != 0) {
    return errno;
  }
  // Changes the entries of the directory first, because the new mode of the directory may deny
  // access to them.
  if (enter && S_ISDIR(info.st_mode)) {
    OpenDirectory directory(parent, name);
    if (directory.error() != 0 && directory.error() != ELOOP && directory.error() != ENOTDIR) {
      return directory.error();
    }
    while (directory.error() == 0) {
      const char* entry = directory.Next();
      struct stat inner{};
      if (entry == nullptr) {
        break;
      }
      if (fstatat(directory.fd(), entry, &inner, AT_SYMLINK_NOFOLLOW) != 0 ||
          S_ISLNK(inner.st_mode)) {
        continue;
      }
      if (const int error = ChangeAt(directory.fd(), entry, change, recursive, recursive, stop);
          error != 0) {
        return error;
      }
    }
  }
  int error = 0;
  if (change.group) {
    error = Errno(fchownat(parent, name, static_cast<uid_t>(-1), *change.group, 0));
  }
  if (error == 0 && change.mode) {
    error = Errno(fchmodat(parent, name, *change.mode, 0));
  }
  return error;
}

int CopyContent(int from, int to, const StopFlag* stop) {
  char buffer[65536];
  for (;;) {
    if (IsStopped(stop)) {
      return ECANCELED;
    }
    const ssize_t size = read(from, buffer, sizeof buffer);
    if (size <= 0) {
      return size == 0 ? 0 : errno;
    }
    if (!WriteAll(to, {buffer, static_cast<std::size_t>(size)})) {
      return errno;
    }
  }
}

int CopyFile(const std::string& source, const std::string& target, mode_t mode,
             const StopFlag* stop) {
  const int from = open(source.c_str(), O_RDONLY | O_CLOEXEC);
  if (from < 0) {
    return errno;
  }
  const int to = open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  int error = to < 0 ? errno : CopyContent(from, to, stop);
  if (error == 0) {
    error = Errno(fchmod(to, mode & 07777));
  }
  close(from);
  if (to >= 0 && close(to) != 0 && error == 0) {
    error = errno;
  }
  return error;
}

int CopyLink(const std::string& source, const std::string& target) {
  char link[4096];
  const ssize_t size = readlink(source.c_str(), link, sizeof link);
  return size < 0 ? errno : Errno(symlink(std::string(link, size).c_str(), target.c_str()));
}

}  // namespace

FileType TypeOf(const std::string& path) {
  struct stat info{};
  if (stat(path.c_str(), &info) == 0) {
    return S_ISDIR(info.st_mode) ? FileType::kDirectory : FileType::kFile;
  }
  return lstat(path.c_str(), &info) == 0 ? FileType::kFile : FileType::kAbsent;
}

off_t SizeOf(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 ? info.st_size : 0;
}

int DeleteTree(const std::string& path, const StopFlag* stop) {
  return RemoveTree(AT_FDCWD, path.c_str(), stop);
}

int TouchFile(const std::string& path) {
  if (const std::size_t end = path.rfind('/'); end != 0 && end != std::string::npos) {
    if (const int error = MakeDirectories(path.substr(0, end)); error != 0) {
      return error;
    }
  }
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) {
    return errno;
  }
  const int error = Errno(futimens(fd, nullptr));
  close(fd);
  return error;
}

int CopyTree(const std::string& source, const std::string& target, const StopFlag* stop) {
  struct stat info{};
  if (lstat(source.c_str(), &info) != 0) {
    return errno;
  }
  if (S_ISLNK(info.st_mode)) {
    return CopyLink(source, target);
  }
  if (!S_ISDIR(info.st_mode)) {
    return S_ISREG(info.st_mode) ? CopyFile(source, target, info.st_mode, stop) : EINVAL;
  }
  if (mkdir(target.c_str(), 0700) != 0) {
    return errno;
  }
  OpenDirectory directory(AT_FDCWD, source.c_str());
  if (directory.error() != 0) {
    return directory.error();
  }
  while (const char* entry = directory.Next()) {
    const std::string name = std::string("/") + entry;
    if (const int error = CopyTree(source + name, target + name, stop); error != 0) {
      return error;
    }
  }
  return directory.error() != 0 ? directory.error()
                                : Errno(chmod(target.c_str(), info.st_mode & 07777));
}

std::optional<mode_t> ParseMode(std::string_view text) {
  mode_t mode = 0;
  if (text.size() == 3) {
    for (const char digit : text) {
      if (digit < '0' || digit > '7') {
        return std::nullopt;
      }
      mode = mode * 8 + static_cast<mode_t>(digit - '0');
    }
    return mode;
  }
  if (text.size() != 10 || (text[0] != '-' && text[0] != 'd')) {
    return std::nullopt;
  }
  for (std::size_t i = 1; i < 10; ++i) {
    const char c = text[i];
    const bool sticky = i == 9 && (c == 't' || c == 'T');
    if (c != '-' && c != "rwx"[(i - 1) % 3] && !sticky) {
      return std::nullopt;
    }
    mode = mode * 2 + (c == '-' || c == 'T' ? 0 : 1);
    if (sticky) {
      mode |= S_ISVTX;
    }
  }
  return mode;
}

std::optional<gid_t> ParseGroup(const std::string& name) {
  gid_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error == std::errc() && end == name.data() + name.size()) {
    return number;
  }
  std::FILE* file = std::fopen("/etc/group", "re");
  if (file == nullptr) {
    return std::nullopt;
  }
  std::optional<gid_t> found;
  char* line = nullptr;
  std::size_t capacity = 0;
  while (!found && getline(&line, &capacity, file) > 0) {
    const std::string_view text = line;
    const std::size_t first = text.find(':');
    const std::size_t second = first == std::string_view::npos ? first : text.find(':', first + 1);
    if (second != std::string_view::npos && text.substr(0, first) == name) {
      if (std::from_chars(line + second + 1, line + text.size(), number).ec == std::errc()) {
        found = number;
      }
    }
  }
  std::free(line);
  std::fclose(file);
  return found;
}

int ChangeOwnership(const std::string& path, const Ownership& change, bool dir_files,
                    bool recursive, const StopFlag* stop) {
  // Follows `path` itself if it is a link, but follows no links below it.
  char* resolved = realpath(path.c_str(), nullptr);
  if (resolved == nullptr) {
    return errno;
  }
  const int error = ChangeAt(AT_FDCWD, resolved, change, dir_files, recursive, stop);
  std::free(resolved);
  return error;
}

}  // namespace hpdl::rt
