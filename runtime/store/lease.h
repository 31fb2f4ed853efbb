#ifndef HPDL_RUNTIME_STORE_LEASE_H_
#define HPDL_RUNTIME_STORE_LEASE_H_

#include <memory>
#include <string>

#include "runtime/base/result.h"

namespace hpdl::rt {

/// The exclusive right to run a job and to write its journal: an open-file-description lock on
/// `<job>/lock`, gone with the process. Given back by the destructor.
class Lease {
 public:
  /// Of a job's folder. kError "E0719" if another process has it; with `wait`, that one's end is
  /// awaited, however long that takes.
  static Result<std::unique_ptr<Lease>> Take(const std::string& job_path, bool wait = false);
  /// Whether some process has it now, this one too.
  static bool IsHeld(const std::string& job_path);
  virtual ~Lease() = default;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LEASE_H_
