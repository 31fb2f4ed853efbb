#ifndef HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_CRON_SCHEDULE_H_
#define HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_CRON_SCHEDULE_H_

#include "compiler/driver/commands/options.h"

namespace hpdl::driver {

/// Prints when a cron expression fires: `schedule` with --cron. Returns the exit code.
int PrintCronSchedule(const CommandLine& line);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_CRON_SCHEDULE_H_
