#ifndef HPDL_RUNTIME_STORE_LOCAL_LEASE_TO_RUN_H_
#define HPDL_RUNTIME_STORE_LOCAL_LEASE_TO_RUN_H_

#include <memory>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/store/lease.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// Takes the lease of a job in order to run it. If another process has the lease, tries again for
/// half a second and then returns E0719. The lease may become free in this time: if a process is
/// killed while it starts a child, the child has the lease until the child's program begins. `wait`
/// is as for TakeLease(). Blocks.
Result<std::unique_ptr<Lease>> TakeLeaseToRun(StateDirectory& state, const std::string& root_id,
                                              bool wait);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCAL_LEASE_TO_RUN_H_
