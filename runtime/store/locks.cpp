#include "runtime/store/locks.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "runtime/store/own_files.h"

namespace hpdl::rt {
Error FileError(const std::string& path, int error) {
  if (error == ENOSPC || error == EDQUOT) {
    return {ErrorClass::kFatal, "E0713", "no space left for " + path + "; make room and try again"};
  }
  return {ErrorClass::kFatal, "E0713", path + ": " + std::strerror(error)};
}

Result<LockedFile> LockedFile::Lock(const std::string& path, bool wait, bool* taken) {
  *taken = false;
  const Result<int> file = OpenRegular(path, O_RDWR | O_CREAT);
  if (!file) {
    return file.error();
  }
  LockedFile locked(*file);
  struct flock range{};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  int code = 0;
  do {
    code = fcntl(locked.file_, wait ? F_OFD_SETLKW : F_OFD_SETLK, &range);
  } while (code != 0 && errno == EINTR);
  if (code != 0 && errno != EAGAIN && errno != EACCES) {
    return FileError(path, errno);
  }
  *taken = code == 0;
  return locked;
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
