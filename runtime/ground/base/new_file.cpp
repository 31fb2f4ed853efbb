#include "runtime/ground/base/new_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace hpdl::rt {

bool WriteAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(fd, bytes.data(), bytes.size());
    if (put < 0 && errno != EINTR) {
      return false;
    }
    bytes.remove_prefix(put > 0 ? static_cast<std::size_t>(put) : 0);
  }
  return true;
}

namespace {

bool SyncOpened(int fd) {
  if (fd < 0) {
    return false;
  }
  const bool synced = SyncFile(fd);
  const int error = errno;
  ::close(fd);
  errno = error;
  return synced;
}

}  // namespace

bool SyncFile(int fd) {
  return ::fsync(fd) == 0 || errno == EINVAL || errno == EROFS;
}

bool SyncFile(const std::string& path) {
  return SyncOpened(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
}

bool SyncDirectory(const std::string& path) {
  const int directory = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0 && errno == EACCES) {
    ::sync();
    return true;
  }
  return SyncOpened(directory);
}

bool WriteWhole(const std::string& path, std::string_view bytes, mode_t mode) {
  NewFile file(path);
  return file.ok() && WriteAll(file.fd(), bytes) && ::fchmod(file.fd(), mode) == 0 &&
         SyncFile(file.fd()) && file.MoveTo(path);
}

NewFile::NewFile(const std::string& beside) : path_(beside.substr(0, beside.rfind('/') + 1)) {
  path_.append(kUnfinishedPrefix).append("XXXXXX");
  fd_ = ::mkostemp(path_.data(), O_CLOEXEC);  // mkostemp() opens with O_EXCL
  if (fd_ < 0) {
    path_.clear();
  }
}

NewFile::~NewFile() {
  const int error = errno;  // the errno of the call that failed above
  if (fd_ >= 0) {
    ::close(fd_);
  }
  if (!path_.empty()) {
    ::unlink(path_.c_str());
  }
  errno = error;
}

bool NewFile::MoveTo(const std::string& target) {
  return Close() && Gone(std::rename(path_.c_str(), target.c_str()) == 0);
}

bool NewFile::MoveInto(int directory, const std::string& name) {
  return Close() && Gone(::renameat(AT_FDCWD, path_.c_str(), directory, name.c_str()) == 0);
}

bool NewFile::Close() {
  return ::close(std::exchange(fd_, -1)) == 0;
}

bool NewFile::Gone(bool moved) {
  if (moved) {
    path_.clear();
  }
  return moved;
}

}  // namespace hpdl::rt
