#ifndef HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_COORDINATOR_SCHEDULE_H_
#define HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_COORDINATOR_SCHEDULE_H_

#include "compiler/driver/commands/options.h"

namespace hpdl::driver {

/// Runs `hpdlc schedule PATH`: prints the actions of a coordinator with their data. Returns the
/// exit code.
int PrintCoordinatorSchedule(const CommandLine& line);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_COORDINATOR_SCHEDULE_H_
