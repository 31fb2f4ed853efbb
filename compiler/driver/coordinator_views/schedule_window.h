#ifndef HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_SCHEDULE_WINDOW_H_
#define HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_SCHEDULE_WINDOW_H_

#include "compiler/driver/commands/options.h"
#include "compiler/schedule/plan.h"

namespace hpdl::driver {

/// --from, --to and --count, as far as they are given. A part of a second in --from or --to counts
/// as the next whole one. False after a usage error.
bool ReadWindow(const CommandLine& line, schedule::Window* window);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_SCHEDULE_WINDOW_H_
