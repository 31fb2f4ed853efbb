#ifndef HPDL_RUNTIME_SERVER_JOBS_SERVING_LOCK_H_
#define HPDL_RUNTIME_SERVER_JOBS_SERVING_LOCK_H_

#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/store/locks.h"

namespace hpdl::rt {

/// The right to be the server of a state directory, which is there. Children do not have it, but
/// for the moment in which they are still copies of a server that was killed meanwhile: so it is
/// waited for, a second at most. kError: another server has it.
Result<LockedFile> TakeServing(const std::string& state_path);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_SERVING_LOCK_H_
