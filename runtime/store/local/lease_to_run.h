#ifndef HPDL_RUNTIME_STORE_LOCAL_LEASE_TO_RUN_H_
#define HPDL_RUNTIME_STORE_LOCAL_LEASE_TO_RUN_H_

#include <memory>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/store/lease.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// Takes the lease of a job in order to run it. With `wait`, waits as long as another process has
/// the lease. Without `wait`, tries for half a second and then returns E0719. The lease of a killed
/// process may become free in this half second: a child that the process was just starting keeps
/// the lease until the child's program begins. Blocks the thread.
Result<std::unique_ptr<Lease>> TakeLeaseToRun(StateDirectory& state, const std::string& root_id,
                                              bool wait);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCAL_LEASE_TO_RUN_H_
