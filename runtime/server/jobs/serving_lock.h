#ifndef HPDL_RUNTIME_SERVER_JOBS_SERVING_LOCK_H_
#define HPDL_RUNTIME_SERVER_JOBS_SERVING_LOCK_H_

#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/store/locks.h"

namespace hpdl::rt {

/// Takes the lock of the server of a state directory, which must exist. If a server is killed just
/// after a fork, its child holds the lock until exec. The function therefore waits for the lock for
/// at most one second. kError: another server has the lock.
Result<LockedFile> TakeServing(const std::string& state_path);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_SERVING_LOCK_H_
