#include "compiler/codegen/celos_tables.h"

#include <vector>

#include "runtime/ground/abi/hpdl_celos.h"

namespace hpdl::codegen {
namespace {

#define HPDL_CELOS_STRING_(x) #x
#define HPDL_CELOS_STRING(x) HPDL_CELOS_STRING_(x)
constexpr const char* kCelosSymbol = HPDL_CELOS_STRING(HPDL_CELOS_SYMBOL);

}  // namespace

void DefineCelos(llvm::Module& module, const AbiTypes& types, Constants& constants,
                 const hir::Celos& celos, llvm::Constant* evaluator, bool only_hashed) {
  std::vector<llvm::Constant*> starts, scripts;
  for (const hir::CelosStart& start : celos.starts) {
    starts.push_back(llvm::ConstantStruct::get(
        types.celos_start, {constants.Str(start.id), constants.Str(start.app_path),
                            constants.U32(start.workflow), constants.U32(0)}));
  }
  for (const hir::CelosScript& script : celos.scripts) {
    scripts.push_back(llvm::ConstantStruct::get(
        types.celos_script, {constants.Str(only_hashed ? std::string() : script.path),
                             constants.Str(script.name), constants.Str(script.code)}));
  }
  llvm::Constant* content = llvm::ConstantStruct::get(
      types.celos,
      {constants.Str(celos.name), constants.Str(celos.defined),
       constants.Table(types.celos_start, starts, "celos_starts"),
       constants.Table(types.celos_script, scripts, "celos_scripts"), constants.U32(starts.size()),
       constants.U32(scripts.size()),
       constants.U64(only_hashed ? 0 : static_cast<std::uint64_t>(celos.evaluated_ms)), evaluator});
  auto* symbol =
      new llvm::GlobalVariable(module, types.celos, /*isConstant=*/true,
                               llvm::GlobalValue::ExternalLinkage, content, kCelosSymbol);
  symbol->setDSOLocal(true);
}

}  // namespace hpdl::codegen
