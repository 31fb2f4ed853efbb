#include "runtime/store/local/local_lease.h"

#include <fcntl.h>
#include <unistd.h>

#include <utility>

#include "runtime/store/own_files.h"

namespace hpdl::rt {

Result<std::unique_ptr<Lease>> LocalLease::Take(const std::string& job_path, bool wait) {
  HPDL_TRY(RefuseForeignJob(job_path));
  bool taken = false;
  Result<LockedFile> file = LockedFile::Lock(job_path + "/lock", wait, &taken);
  HPDL_TRY(file);
  if (!taken) {
    const std::string id = job_path.substr(job_path.rfind('/') + 1);
    return Error{ErrorClass::kError, "E0719", "another process runs job " + id};
  }
  return std::unique_ptr<Lease>(new LocalLease(std::move(*file)));
}

bool LocalLease::IsHeld(const std::string& job_path) {
  const Result<int> file = OpenRegular(job_path + "/lock", O_RDWR);
  if (!file) {
    return false;
  }
  const bool held = IsLockedElsewhere(*file);
  close(*file);
  return held;
}

}  // namespace hpdl::rt
