#ifndef HPDL_COMPILER_CODEGEN_NAMES_H_
#define HPDL_COMPILER_CODEGEN_NAMES_H_

#include <llvm/IR/Module.h>

#include "compiler/codegen/abi_types.h"
#include "compiler/codegen/constants.h"

namespace hpdl::codegen {

/// Defines HPDL_NAMES_SYMBOL: the interpreter, and all functions and constants that expressions of
/// Oozie workflows may name. The linker then includes all of them.
void DefineNames(llvm::Module& module, const AbiTypes& types, Constants& constants);

}  // namespace hpdl::codegen

#endif  // HPDL_COMPILER_CODEGEN_NAMES_H_
