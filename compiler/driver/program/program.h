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

/// A whole program and the definitions to which its hir refers.
struct CompiledProgram {
  hir::Program program;
  std::vector<Compiled> definitions;  ///< the first definition is the root
  /// True if only a coordinator or a bundle is compiled, without the definitions that it starts.
  bool alone = false;
};

/// Adds -D, --sub, --with-folder and -W. The commands `build` and `emit` have these options.
void AddProgramOptions(CommandLine* line);

/// Assembles the application at `path` and all definitions that it names, directly or through other
/// definitions. Prints diagnostics and errors to stderr. Returns the exit code.
int AssembleProgram(const CommandLine& line, const std::string& path, const std::string& leave_out,
                    CompiledProgram* compiled);

/// Moves the hir of a definition into the program, with the files of its application.
void MoveInto(hir::Program* program, Compiled* compiled);

codegen::Options CodegenOptions(bool debug_info);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_PROGRAM_H_
