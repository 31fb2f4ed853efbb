#ifndef HPDL_COMPILER_DRIVER_CELOS_SCRIPT_GRAPH_H_
#define HPDL_COMPILER_DRIVER_CELOS_SCRIPT_GRAPH_H_

#include "compiler/celos/script_path.h"
#include "compiler/driver/commands/options.h"

namespace hpdl::driver {

/// The graph of scripts of Celos in the --format of a command line. With an error, or if something
/// was found that was told, `*exit_code`.
rt::Result<std::string> ScriptGraph(const celos::ScriptPath& path, const CommandLine& line,
                                    int* exit_code);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_CELOS_SCRIPT_GRAPH_H_
