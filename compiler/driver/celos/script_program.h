#ifndef HPDL_COMPILER_DRIVER_CELOS_SCRIPT_PROGRAM_H_
#define HPDL_COMPILER_DRIVER_CELOS_SCRIPT_PROGRAM_H_

#include <string>

#include "compiler/celos/script_path.h"
#include "compiler/driver/commands/options.h"
#include "compiler/driver/program/program.h"

namespace hpdl::driver {

/// Assembles the program that runs the scripts of a folder. A workflow becomes part of the program
/// if a slot starts it and its path is known. The path is `oozie.wf.application.path`, if this path
/// exists on this machine, or the path that --sub gives. The program stores the states of the slots
/// under `name`. Prints diagnostics and errors to stderr. Returns the exit code.
int AssembleScriptProgram(const CommandLine& line, const celos::ScriptPath& path,
                          const std::string& name, const std::string& leave_out,
                          CompiledProgram* compiled);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_CELOS_SCRIPT_PROGRAM_H_
