#ifndef HPDL_RUNTIME_SERVER_JOBS_SERVING_LOCK_H_
#define HPDL_RUNTIME_SERVER_JOBS_SERVING_LOCK_H_

#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/store/locks.h"

namespace hpdl::rt {

/// Takes the lock of the server of a state directory, which must exist. Child processes do not keep
/// the lock, except for the moment in which they are still copies of a server that was killed
/// meanwhile. The function therefore waits for the lock, for one second at most. kError: another
/// server has the lock.
Result<LockedFile> TakeServing(const std::string& state_path);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_SERVING_LOCK_H_
