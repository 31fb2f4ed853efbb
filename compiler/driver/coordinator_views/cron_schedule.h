#ifndef HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_CRON_SCHEDULE_H_
#define HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_CRON_SCHEDULE_H_

#include "compiler/driver/commands/options.h"

namespace hpdl::driver {

/// Runs `schedule` with --cron: prints the times at which a cron expression fires. Returns the exit
/// code.
int PrintCronSchedule(const CommandLine& line);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_CRON_SCHEDULE_H_
