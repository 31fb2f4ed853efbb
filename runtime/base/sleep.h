#ifndef HPDL_RUNTIME_BASE_SLEEP_H_
#define HPDL_RUNTIME_BASE_SLEEP_H_

#include <chrono>

#include "runtime/base/task.h"

namespace hpdl::rt {

/// Waits, on the loop that the task is on. In a task that is cancelled meanwhile it throws, as
/// every wait does.
Task<void> Sleep(std::chrono::milliseconds time);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_BASE_SLEEP_H_
