#ifndef HPDL_COMPILER_DRIVER_PROGRAM_PROGRAM_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_PROGRAM_H_

#include <memory>
#include <string>
#include <vector>

#include "compiler/codegen/codegen.h"
#include "compiler/driver/commands/options.h"
#include "compiler/driver/program/definition.h"
#include "compiler/hir/program.h"

namespace hpdl::driver {

/// A whole program and the definitions that its hir refers to.
struct CompiledProgram {
  hir::Program program;
  std::vector<Compiled> definitions;  ///< the root first
  /// Of a coordinator or a bundle: nothing that it starts is wanted.
  bool alone = false;
};

/// -D, --sub and -W: what `build` and `emit` share.
void AddProgramOptions(CommandLine* line);

/// The application at `path` and all that it leads to. Prints diagnostics and errors to stderr;
/// returns the exit code.
int AssembleProgram(const CommandLine& line, const std::string& path, const std::string& leave_out,
                    CompiledProgram* compiled);

/// Makes the hir of a definition part of the program, with the files of its application.
void MoveInto(hir::Program* program, Compiled* compiled);

codegen::Options CodegenOptions(bool debug_info);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_PROGRAM_H_
