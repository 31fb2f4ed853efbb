#ifndef HPDL_COMPILER_DRIVER_CELOS_SCRIPT_GRAPH_H_
#define HPDL_COMPILER_DRIVER_CELOS_SCRIPT_GRAPH_H_

#include "compiler/celos/script_path.h"
#include "compiler/driver/commands/options.h"

namespace hpdl::driver {

/// Returns the graph of scripts of Celos in the format of --format. If the function fails,
/// `*exit_code` is the exit code: kExitInvalid if the printed diagnostics have errors, else
/// kExitUsage.
rt::Result<std::string> ScriptGraph(const celos::ScriptPath& path, const CommandLine& line,
                                    int* exit_code);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_CELOS_SCRIPT_GRAPH_H_
