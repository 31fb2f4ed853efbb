#ifndef HPDL_COMPILER_CODEGEN_EXPRESSIONS_H_
#define HPDL_COMPILER_CODEGEN_EXPRESSIONS_H_

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <string>
#include <string_view>

#include "compiler/codegen/abi_types.h"
#include "compiler/codegen/constants.h"
#include "compiler/hir/hir.h"

namespace hpdl::codegen {

/// Makes a function of the type hpdl_expr_fn for each expression of one definition. The functions
/// are internal to the module. They call the runtime's functions for operators and EL functions
/// directly. A call that returns nonzero ends the function.
class ExpressionFunctions {
 public:
  /// `debug` may be null; then `file` is null too.
  ExpressionFunctions(llvm::Module& module, const AbiTypes& types, Constants& constants,
                      const hir::Definition& definition, llvm::DIBuilder* debug,
                      llvm::DIFile* file);

  /// Returns a function that computes the value in its target type. `value.expr` is valid.
  llvm::Function* Lower(const hir::Value& value, const std::string& name);

 private:
  void Into(hir::ExprId id, llvm::Value* slot);
  llvm::Value* Operand(hir::ExprId id);
  llvm::Value* Operands(const std::vector<hir::ExprId>& ids);
  void Constant(const hir::Expr& expr, llvm::Value* slot);
  void Binary(const hir::Expr& expr, llvm::Value* slot);
  void ShortCircuit(const hir::Expr& expr, llvm::Value* slot);
  void Conditional(const hir::Expr& expr, llvm::Value* slot);
  void Coerce(hir::Type target, llvm::Value* from, llvm::Value* slot);
  llvm::Value* IsTrue(hir::ExprId id, llvm::Value* slot);
  void Call(std::string_view symbol, llvm::ArrayRef<llvm::Value*> arguments);
  llvm::Value* Slots(std::size_t count);
  llvm::BasicBlock* Block(const char* name);
  void BeginDebug(const hir::Value& value, llvm::Function* function);

  llvm::Module& module_;
  const AbiTypes& types_;
  Constants& constants_;
  const hir::Definition& definition_;
  llvm::DIBuilder* debug_;
  llvm::DIFile* file_;
  llvm::IRBuilder<> builder_;
  llvm::Function* function_ = nullptr;
  llvm::BasicBlock* failed_ = nullptr;
};

}  // namespace hpdl::codegen

#endif  // HPDL_COMPILER_CODEGEN_EXPRESSIONS_H_
