#ifndef HPDL_COMPILER_DRIVER_CELOS_SCRIPT_PROGRAM_H_
#define HPDL_COMPILER_DRIVER_CELOS_SCRIPT_PROGRAM_H_

#include <string>

#include "compiler/celos/script_path.h"
#include "compiler/driver/commands/options.h"
#include "compiler/driver/program/program.h"

namespace hpdl::driver {

/// Assembles the program that runs the scripts of a folder. A workflow that a slot starts becomes
/// part of the program if its `oozie.wf.application.path` is an existing path of this machine, or
/// if --sub gives its place. The states of the slots are kept under `name`. Prints diagnostics and
/// errors to stderr. Returns the exit code.
int AssembleScriptProgram(const CommandLine& line, const celos::ScriptPath& path,
                          const std::string& name, const std::string& leave_out,
                          CompiledProgram* compiled);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_CELOS_SCRIPT_PROGRAM_H_
