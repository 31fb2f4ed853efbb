#ifndef HPDL_RUNTIME_STORE_LOCAL_LOCAL_LEASE_H_
#define HPDL_RUNTIME_STORE_LOCAL_LOCAL_LEASE_H_

#include <memory>
#include <string>
#include <utility>

#include "runtime/ground/base/result.h"
#include "runtime/store/lease.h"
#include "runtime/store/locks.h"

namespace hpdl::rt {

/// A lease on this machine: an open-file-description lock, gone with the process.
class LocalLease final : public Lease {
 public:
  explicit LocalLease(LockedFile file) : file_(std::move(file)) {}

  /// Of a job's folder, on `<job>/lock`. kError "E0719" if another process has it; with `wait`,
  /// that one's end is awaited, however long that takes.
  static Result<std::unique_ptr<Lease>> Take(const std::string& job_path, bool wait = false);
  /// Whether some process has it now, this one too.
  static bool IsHeld(const std::string& job_path);

 private:
  LockedFile file_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCAL_LOCAL_LEASE_H_
