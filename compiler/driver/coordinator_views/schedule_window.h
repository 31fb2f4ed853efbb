#ifndef HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_SCHEDULE_WINDOW_H_
#define HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_SCHEDULE_WINDOW_H_

#include "compiler/driver/commands/options.h"
#include "compiler/schedule/plan.h"

namespace hpdl::driver {

/// Reads --from, --to and --count if they are given. A fraction of a second in --from or --to is
/// rounded up to the next whole second. Returns false after a usage error.
bool ReadWindow(const CommandLine& line, schedule::Window* window);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_SCHEDULE_WINDOW_H_
