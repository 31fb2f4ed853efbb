#include "runtime/program/id_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace hpdl::rt {
namespace {

Error Failure(const std::string& path, int error) {
  return {ErrorClass::kError, "",
          "--id-file " + path + " cannot be written: " + std::strerror(error)};
}

}  // namespace

IdFile::~IdFile() {
  if (file_ >= 0) {
    ::close(file_);
    ::unlink(temporary_.c_str());
  }
}

Result<void> IdFile::Open(const std::string& path) {
  path_ = path;
  temporary_ = path + "." + std::to_string(::getpid()) + ".tmp";
  file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0) {
    return Failure(path, errno);
  }
  return {};
}

Result<void> IdFile::Publish(std::string_view id) {
  if (file_ < 0) {
    return {};
  }
  const std::string text = std::string(id) + "\n";
  const bool written =
      ::write(file_, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
      ::fsync(file_) == 0;
  if (!written || ::rename(temporary_.c_str(), path_.c_str()) != 0) {
    return Failure(path_, errno);
  }
  ::close(file_);
  file_ = -1;
  return {};
}

}  // namespace hpdl::rt
