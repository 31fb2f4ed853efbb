#ifndef HPDL_COMPILER_DRIVER_CELOS_SCRIPT_SCHEDULE_H_
#define HPDL_COMPILER_DRIVER_CELOS_SCRIPT_SCHEDULE_H_

#include "compiler/celos/script_path.h"
#include "compiler/driver/commands/options.h"

namespace hpdl::driver {

/// Runs `schedule DIR` for scripts of Celos: prints the slots of each workflow. Returns the exit
/// code.
int PrintScriptSchedule(const celos::ScriptPath& path, const CommandLine& line);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_CELOS_SCRIPT_SCHEDULE_H_
