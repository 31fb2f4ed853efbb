#include "runtime/store/locks.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "runtime/store/own_files.h"
#include "runtime/store/store.h"

namespace hpdl::rt {
namespace {

class JobLockFile final : public JobLock {
 public:
  explicit JobLockFile(LockedFile file) : file_(std::move(file)) {}

 private:
  LockedFile file_;
};

}  // namespace

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

Result<std::unique_ptr<JobLock>> JobLock::Take(const std::string& job_path) {
  HPDL_TRY(RefuseForeignJob(job_path));
  bool taken = false;
  Result<LockedFile> file = LockedFile::Lock(job_path + "/lock", false, &taken);
  if (!file) {
    return file.error();
  }
  if (!taken) {
    const std::string id = job_path.substr(job_path.rfind('/') + 1);
    return Error{ErrorClass::kError, "E0719", "job " + id + " is being run by another process"};
  }
  return std::unique_ptr<JobLock>(new JobLockFile(std::move(*file)));
}

}  // namespace hpdl::rt
