#ifndef HPDL_RUNTIME_STORE_LOCAL_LOCAL_LEASE_H_
#define HPDL_RUNTIME_STORE_LOCAL_LOCAL_LEASE_H_

#include <memory>
#include <string>
#include <utility>

#include "runtime/ground/base/result.h"
#include "runtime/store/lease.h"
#include "runtime/store/locks.h"

namespace hpdl::rt {

/// A lease on this machine: an open-file-description lock, which ends with the process.
class LocalLease final : public Lease {
 public:
  explicit LocalLease(LockedFile file) : file_(std::move(file)) {}

  /// Takes the lease of the job with the folder `job_path`, by a lock on `<job>/lock`. If another
  /// process has the lease, the error is kError "E0719". With `wait`, waits instead until that
  /// process gives the lease back, however long that takes.
  static Result<std::unique_ptr<Lease>> Take(const std::string& job_path, bool wait = false);
  /// True if any process, including this one, has the lease now.
  static bool IsHeld(const std::string& job_path);

 private:
  LockedFile file_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCAL_LOCAL_LEASE_H_
