#ifndef HPDL_COMPILER_CODEGEN_CODEGEN_H_
#define HPDL_COMPILER_CODEGEN_CODEGEN_H_

#include <cstdint>
#include <string>

#include "compiler/base/failure.h"
#include "compiler/codegen/file_section.h"
#include "compiler/hir/program.h"

/// Lowers the hir to an LLVM module and the module to an object. Code generation uses the hir and
/// runtime/ground/abi, never the ast or sema.
namespace hpdl::codegen {

/// Options for the emitted program.
struct Options {
  /// True if the program gets line tables, which map each expression's function to its line in the
  /// definition.
  bool debug_info = false;
  /// The absolute directory in which debuggers look for the definition.
  std::string directory;
  std::string compiler_version;  ///< for example "0.1.0"
};

/// The form of the output.
enum class Format : std::uint8_t {
  kLlvm,      ///< LLVM assembly
  kAssembly,  ///< assembly of the target machine
  kObject,    ///< a relocatable ELF object
};

/// Returns the program's tables and expressions in `format`. Adds the application's files to
/// `files`; the object refers to them by the symbols of FileSection. The error is one sentence: a
/// file cannot be read, or the machine is not supported.
Result<std::string> Lower(const hir::Program& program, const Options& options, Format format,
                          FileSection* files);

}  // namespace hpdl::codegen

#endif  // HPDL_COMPILER_CODEGEN_CODEGEN_H_
