#include "runtime/store/locks.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "runtime/store/own_files.h"

namespace hpdl::rt {
namespace {

/// Describes an exclusive lock on `size` bytes of a file from the byte `first` on. If `size` is 0,
/// the lock reaches to the end of the file.
struct flock PartOfFile(std::int64_t first = 0, std::int64_t size = 0) {
  struct flock range{};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  range.l_start = first;
  range.l_len = size;
  return range;
}

bool LockWith(int command, int file, struct flock range) {
  int code = 0;
  do {
    code = fcntl(file, command, &range);
  } while (code != 0 && errno == EINTR);
  return code == 0;
}

/// Gives a lock file the rights that it should have. Everybody who may open a file may lock it, and
/// so could stop all others. So only the owner may open the file, and also the group if the group
/// may write the folder. Does nothing to the file of another user.
void RestrictLock(int file, const std::string& path) {
  struct stat folder{}, info{};
  const std::size_t name = path.rfind('/') + 1;
  const bool shared = stat(path.substr(0, name).c_str(), &folder) == 0 &&
                      (folder.st_mode & S_IWGRP) != 0;
  const mode_t mode = shared ? 0660 : 0600;
  if (fstat(file, &info) == 0 && info.st_uid == geteuid() && (info.st_mode & 0777) != mode) {
    (void)fchmod(file, mode);
  }
}

}  // namespace

Error FileError(const std::string& path, int error) {
  if (error == ENOSPC || error == EDQUOT) {
    return {ErrorClass::kFatal, "E0713", "no space left for " + path + "; make room and try again"};
  }
  return {ErrorClass::kFatal, "E0713", path + ": " + std::strerror(error)};
}

bool TryToLock(int file) {
  return LockWith(F_OFD_SETLK, file, PartOfFile());
}

bool IsLockedElsewhere(int file) {
  struct flock range = PartOfFile();
  return fcntl(file, F_OFD_GETLK, &range) == 0 && range.l_type != F_UNLCK;
}

Result<LockedFile> LockedFile::LockRange(const std::string& path, Range range, bool wait,
                                         bool* taken) {
  *taken = false;
  const Result<int> file = OpenRegular(path, O_RDWR | O_CREAT);
  HPDL_TRY(file);
  LockedFile locked(*file);
  RestrictLock(*file, path);
  *taken = LockWith(wait ? F_OFD_SETLKW : F_OFD_SETLK, locked.file_,
                    PartOfFile(range.first, range.size));
  // Kernels before 3.15 have no open-file-description locks. The error names 3.17, because the
  // program also needs getrandom(), which came with 3.17.
  if (!*taken && errno == EINVAL) {
    return Error{ErrorClass::kError, "",
                 "this kernel does not support open file locks: Linux 3.17 or newer is needed"};
  }
  if (!*taken && errno != EAGAIN && errno != EACCES) {
    return FileError(path, errno);
  }
  return locked;
}

Result<LockedFile> LockedFile::Lock(const std::string& path, bool wait, bool* taken) {
  return LockRange(path, {}, wait, taken);
}

Result<LockedFile> LockedFile::Await(const std::string& path) {
  bool taken = false;
  return LockRange(path, {}, true, &taken);
}

Result<LockedFile> LockedFile::AwaitByte(const std::string& path, std::int64_t byte) {
  bool taken = false;
  return LockRange(path, {byte, 1}, true, &taken);
}

LockedFile& LockedFile::operator=(LockedFile&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

LockedFile::~LockedFile() {
  if (file_ >= 0) {
    close(file_);
  }
}

}  // namespace hpdl::rt
