#include "compiler/codegen/names.h"

#include <vector>

#include "runtime/ground/abi/hpdl_names.h"
#include "stdlib/core/registry.h"

namespace hpdl::codegen {
namespace {

#define HPDL_NAMES_STRING_(x) #x
#define HPDL_NAMES_STRING(x) HPDL_NAMES_STRING_(x)
constexpr const char* kNamesSymbol = HPDL_NAMES_STRING(HPDL_NAMES_SYMBOL);
constexpr const char* kInterpreterSymbol = "hpdl_expression_interpreter";

/// Makes the rows for the functions and constants of Oozie workflows.
class NameTables {
 public:
  NameTables(llvm::Module& module, const AbiTypes& types, Constants& constants)
      : module_(module), types_(types), constants_(constants) {
    for (const stdlib::FunctionFamily* family : stdlib::AllFunctions()) {
      for (const stdlib::FunctionDecl& function : family->functions) {
        Add(function);
      }
      for (const stdlib::ConstantDecl& constant : family->constants) {
        Add(constant);
      }
    }
  }

  llvm::Constant* Content(llvm::Constant* interpreter) {
    return llvm::ConstantStruct::get(
        types_.names,
        {interpreter, constants_.Table(types_.named_function, functions_, "functions"),
         constants_.Table(types_.named_constant, values_, "constants"),
         constants_.U32(functions_.size()), constants_.U32(values_.size())});
  }

 private:
  void Add(const stdlib::FunctionDecl& function) {
    if ((function.environments & stdlib::kOozieWorkflow) == 0) {
      return;
    }
    llvm::FunctionCallee callee = module_.getOrInsertFunction(
        llvm::StringRef(function.symbol.data(), function.symbol.size()),
        llvm::FunctionType::get(types_.i32, {types_.pointer, types_.pointer, types_.pointer},
                                false));
    functions_.push_back(llvm::ConstantStruct::get(
        types_.named_function,
        {constants_.Str(function.name), llvm::cast<llvm::Constant>(callee.getCallee()),
         constants_.U32(function.arguments.size()), constants_.U32(0)}));
  }

  void Add(const stdlib::ConstantDecl& constant) {
    if ((constant.environments & stdlib::kOozieWorkflow) == 0) {
      return;
    }
    hir::Expr expr;
    expr.type = constant.type;
    expr.number = constant.number;
    expr.text = constant.text;
    values_.push_back(llvm::ConstantStruct::get(
        types_.named_constant, {constants_.Str(constant.name), constants_.ValueStruct(expr)}));
  }

  llvm::Module& module_;
  const AbiTypes& types_;
  Constants& constants_;
  std::vector<llvm::Constant*> functions_;
  std::vector<llvm::Constant*> values_;
};

}  // namespace

void DefineNames(llvm::Module& module, const AbiTypes& types, Constants& constants) {
  auto* interpreter =
      new llvm::GlobalVariable(module, types.i8, /*isConstant=*/true,
                               llvm::GlobalValue::ExternalLinkage, nullptr, kInterpreterSymbol);
  interpreter->setDSOLocal(true);
  auto* symbol = new llvm::GlobalVariable(
      module, types.names, /*isConstant=*/true, llvm::GlobalValue::ExternalLinkage,
      NameTables(module, types, constants).Content(interpreter), kNamesSymbol);
  symbol->setDSOLocal(true);
}

}  // namespace hpdl::codegen
