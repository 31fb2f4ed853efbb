#ifndef HPDL_COMPILER_DRIVER_CELOS_SCRIPT_PROGRAM_H_
#define HPDL_COMPILER_DRIVER_CELOS_SCRIPT_PROGRAM_H_

#include <string>

#include "compiler/celos/script_path.h"
#include "compiler/driver/commands/options.h"
#include "compiler/driver/program/program.h"

namespace hpdl::driver {

/// The program that runs what the scripts of a folder define. The workflows that their slots start
/// become part of it where `oozie.wf.application.path` is a path of this machine that is there, or
/// --sub says where they are. `name`: what the states of its slots are kept under. Prints
/// diagnostics and errors to stderr; returns the exit code.
int AssembleScriptProgram(const CommandLine& line, const celos::ScriptPath& path,
                          const std::string& name, const std::string& leave_out,
                          CompiledProgram* compiled);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_CELOS_SCRIPT_PROGRAM_H_
