#ifndef HPDL_COMPILER_CODEGEN_CODEGEN_H_
#define HPDL_COMPILER_CODEGEN_CODEGEN_H_

#include <cstdint>
#include <string>

#include "compiler/base/failure.h"
#include "compiler/codegen/file_section.h"
#include "compiler/hir/program.h"

/// hir -> LLVM module -> object. Sees the hir and runtime/ground/abi, never the ast or sema.
namespace hpdl::codegen {

/// How to emit a program.
struct Options {
  /// Line tables that lead from each expression's function to its line in the definition.
  bool debug_info = false;
  /// Absolute; debuggers look for the definition's file name in it.
  std::string directory;
  std::string compiler_version;  ///< "0.1.0"
};

/// What to emit.
enum class Format : std::uint8_t {
  kLlvm,      ///< LLVM assembly
  kAssembly,  ///< assembly of the machine
  kObject,    ///< a relocatable ELF object
};

/// The program's tables and expressions in `format`; the application's files go
/// to `files`; the object refers to them by the symbols of FileSection. The error is one sentence:
/// a file cannot be read, or the machine is not supported.
Result<std::string> Lower(const hir::Program& program, const Options& options, Format format,
                          FileSection* files);

}  // namespace hpdl::codegen

#endif  // HPDL_COMPILER_CODEGEN_CODEGEN_H_
