#include "runtime/store/own_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "runtime/store/locks.h"

namespace hpdl::rt {
namespace {

Error Refusal(const std::string& path, const std::string& reason) {
  return {ErrorClass::kFatal, "E0713", path + " " + reason};
}

Error OddFile(const std::string& path) {
  return Refusal(path, "is not a regular file, so hpdl did not make it");
}

Result<void> RefuseForeign(const std::string& path, bool group_may_write) {
  struct stat info{};
  if (lstat(path.c_str(), &info) != 0) {
    return FileError(path, errno);
  }
  if (!S_ISDIR(info.st_mode)) {
    return Refusal(path, "is not a directory");
  }
  if (const std::string why = WhyForeign(info.st_uid, geteuid()); !why.empty()) {
    return Refusal(path, why);
  }
  if ((info.st_mode & S_IWOTH) != 0) {
    return Refusal(path,
                   "can be written by everybody, so anybody could put jobs into it; choose another "
                   "directory, or run chmod o-w on it");
  }
  if (!group_may_write && (info.st_mode & S_IWGRP) != 0) {
    return Refusal(path,
                   "can be written by a group; if everything in it is yours, run chmod g-w on it");
  }
  return {};
}

}  // namespace

std::string WhyForeign(uid_t owner, uid_t user) {
  if (owner == user || owner == 0) {
    return "";
  }
  return "belongs to the user with the id " + std::to_string(owner) +
         "; only that user may use it, because the owner can change what runs";
}

Result<void> RefuseForeignDirectory(const std::string& path) {
  return RefuseForeign(path, true);
}

Result<void> RefuseOpenParents(const std::string& path) {
  for (std::size_t end = path.rfind('/'); end != std::string::npos;
       end = end == 0 ? std::string::npos : path.rfind('/', end - 1)) {
    const std::string parent = path.substr(0, std::max<std::size_t>(end, 1));
    struct stat info{};
    if (lstat(parent.c_str(), &info) != 0) {
      return FileError(parent, errno);
    }
    if ((info.st_mode & S_IWOTH) != 0 && (info.st_mode & S_ISVTX) == 0) {
      return Refusal(parent, "can be written by everybody, so anybody could replace " + path +
                                 "; choose another directory, or run chmod +t on " + parent);
    }
  }
  return {};
}

Result<void> RefuseForeignJob(const std::string& path) {
  return RefuseForeign(path, false);
}

Result<void> RefuseOddFile(const std::string& path) {
  struct stat info{};
  return lstat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode) ? Result<void>() : OddFile(path);
}

Result<void> MakePrivateFile(const std::string& path) {
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
  if (file < 0) {
    return FileError(path, errno);
  }
  close(file);
  return RefuseOddFile(path);
}

Result<int> OpenRegular(const std::string& path, int flags) {
  const int file =
      open(path.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) {
    return errno == ELOOP || errno == ENXIO ? OddFile(path) : FileError(path, errno);
  }
  struct stat info{};
  if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
    close(file);
    return OddFile(path);
  }
  return file;
}

}  // namespace hpdl::rt
