#include "runtime/programs/program/id_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace hpdl::rt {
namespace {

Error Failure(const std::string& path, int error) {
  return {ErrorClass::kError, "",
          "--id-file " + path + " cannot be written: " + std::strerror(error)};
}

/// Returns the permissions of a new file. To read the process's umask, this function must change it
/// for a moment. This is safe because the process still has only one thread.
mode_t NewFileMode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

std::string WithoutLinks(const std::string& path) {
  char* resolved = ::realpath(path.c_str(), nullptr);
  std::string text = resolved == nullptr ? "" : resolved;
  std::free(resolved);
  return text;
}

}  // namespace

IdFile::~IdFile() {
  if (stream_ >= 0) {
    ::close(stream_);
  }
}

Result<void> IdFile::Open(const std::string& path) {
  path_ = path;
  // Opening the file shows whether it may be written. It also makes the kernel check links in
  // world-writable directories.
  const int found = ::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
  struct stat info{};
  if (found < 0) {
    // A link to a missing target is refused, because the user may have meant another file.
    const int reason = errno;
    const bool is_new = reason == ENOENT && ::lstat(path.c_str(), &info) != 0;
    return is_new ? OpenBeside(path, NewFileMode()) : Failure(path, reason);
  }
  if (::fstat(found, &info) != 0 || !S_ISREG(info.st_mode)) {
    stream_ = found;
    return {};
  }
  ::close(found);
  return OpenBeside(WithoutLinks(path), info.st_mode & 0777);
}

Result<void> IdFile::OpenBeside(const std::string& target, mode_t mode) {
  target_ = target;
  file_ = std::make_unique<NewFile>(target);
  if (!file_->ok() || ::fchmod(file_->fd(), mode) != 0) {
    return Failure(path_, errno);
  }
  return {};
}

Result<void> IdFile::Publish(std::string_view id) {
  const std::string text = std::string(id) + "\n";
  if (stream_ >= 0 && !WriteAll(stream_, text)) {
    return Failure(path_, errno);
  }
  if (file_ != nullptr &&
      !(WriteAll(file_->fd(), text) && SyncFile(file_->fd()) && file_->MoveTo(target_))) {
    return Failure(path_, errno);
  }
  return {};
}

}  // namespace hpdl::rt
