#include "runtime/store/locks.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "runtime/store/own_files.h"

namespace hpdl::rt {
namespace {

/// All of a file, exclusively.
struct flock WholeFile() {
  struct flock range{};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  return range;
}

bool LockWith(int command, int file) {
  struct flock range = WholeFile();
  int code = 0;
  do {
    code = fcntl(file, command, &range);
  } while (code != 0 && errno == EINTR);
  return code == 0;
}

}  // namespace

Error FileError(const std::string& path, int error) {
  if (error == ENOSPC || error == EDQUOT) {
    return {ErrorClass::kFatal, "E0713", "no space left for " + path + "; make room and try again"};
  }
  return {ErrorClass::kFatal, "E0713", path + ": " + std::strerror(error)};
}

bool TryToLock(int file) {
  return LockWith(F_OFD_SETLK, file);
}

bool IsLockedElsewhere(int file) {
  struct flock range = WholeFile();
  return fcntl(file, F_OFD_GETLK, &range) == 0 && range.l_type != F_UNLCK;
}

Result<LockedFile> LockedFile::Lock(const std::string& path, bool wait, bool* taken) {
  *taken = false;
  const Result<int> file = OpenRegular(path, O_RDWR | O_CREAT);
  if (!file) {
    return file.error();
  }
  LockedFile locked(*file);
  *taken = LockWith(wait ? F_OFD_SETLKW : F_OFD_SETLK, locked.file_);
  if (!*taken && errno == EINVAL) {  // before 3.15; random numbers are of 3.17
    return Error{ErrorClass::kError, "",
                 "this kernel lacks the locks of open files: Linux 3.17 or newer is needed"};
  }
  if (!*taken && errno != EAGAIN && errno != EACCES) {
    return FileError(path, errno);
  }
  return locked;
}

Result<LockedFile> LockedFile::Await(const std::string& path) {
  bool taken = false;
  return Lock(path, true, &taken);
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
