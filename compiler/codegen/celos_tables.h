#ifndef HPDL_COMPILER_CODEGEN_CELOS_TABLES_H_
#define HPDL_COMPILER_CODEGEN_CELOS_TABLES_H_

#include <llvm/IR/Module.h>

#include "compiler/codegen/abi_types.h"
#include "compiler/codegen/constants.h"
#include "compiler/hir/celos.h"

namespace hpdl::codegen {

/// Defines HPDL_CELOS_SYMBOL. `evaluator` is hpdl_celos_javascript, or null if no workflow computes
/// its properties by a function. `only_hashed`: the module only serves to compute the content hash,
/// so it has neither the time of the build nor the paths of the scripts.
void DefineCelos(llvm::Module& module, const AbiTypes& types, Constants& constants,
                 const hir::Celos& celos, llvm::Constant* evaluator, bool only_hashed);

}  // namespace hpdl::codegen

#endif  // HPDL_COMPILER_CODEGEN_CELOS_TABLES_H_
