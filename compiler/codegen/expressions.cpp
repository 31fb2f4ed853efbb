#include "compiler/codegen/expressions.h"

#include "runtime/ground/abi/hpdl_abi.h"

namespace hpdl::codegen {
namespace {

std::string_view SymbolOf(Op op) {
  switch (op) {
    case Op::kAdd:
      return "hpdl_op_add";
    case Op::kSubtract:
      return "hpdl_op_subtract";
    case Op::kMultiply:
      return "hpdl_op_multiply";
    case Op::kDivide:
      return "hpdl_op_divide";
    case Op::kModulo:
      return "hpdl_op_modulo";
    case Op::kEqual:
      return "hpdl_op_equal";
    case Op::kNotEqual:
      return "hpdl_op_not_equal";
    case Op::kLess:
      return "hpdl_op_less";
    case Op::kLessEqual:
      return "hpdl_op_less_equal";
    case Op::kGreater:
      return "hpdl_op_greater";
    case Op::kGreaterEqual:
      return "hpdl_op_greater_equal";
    case Op::kNegate:
      return "hpdl_op_negate";
    case Op::kNot:
      return "hpdl_op_not";
    case Op::kEmpty:
      return "hpdl_op_empty";
    case Op::kNone:
    case Op::kAnd:
    case Op::kOr:
      break;
  }
  llvm_unreachable("operator without a runtime call");
}

}  // namespace

ExpressionFunctions::ExpressionFunctions(llvm::Module& module, const AbiTypes& types,
                                         Constants& constants, const hir::Definition& definition,
                                         llvm::DIBuilder* debug, llvm::DIFile* file)
    : module_(module),
      types_(types),
      constants_(constants),
      definition_(definition),
      debug_(debug),
      file_(file),
      builder_(module.getContext()) {}

llvm::Function* ExpressionFunctions::Lower(const hir::Value& value, const std::string& name) {
  auto* type = llvm::FunctionType::get(types_.i32, {types_.pointer, types_.pointer}, false);
  function_ = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, name, module_);
  function_->setDSOLocal(true);
  // Debuggers and an abort in the runtime need unwind tables. Errors need no unwind tables, because
  // errors are return values.
  function_->setUWTableKind(llvm::UWTableKind::Async);
  function_->addFnAttr(llvm::Attribute::StackProtectStrong);
  llvm::BasicBlock* entry = Block("entry");
  failed_ = Block("failed");
  builder_.SetCurrentDebugLocation({});
  if (debug_ != nullptr) {
    BeginDebug(value, function_);
  }
  builder_.SetInsertPoint(failed_);
  builder_.CreateRet(constants_.U32(1));
  builder_.SetInsertPoint(entry);

  llvm::Value* out = function_->getArg(1);
  const hir::Expr& root = definition_.exprs[value.expr.index];
  const bool is_text = root.kind == hir::ExprKind::kConcat;
  if (value.target == hir::Type::kAny || (value.target == hir::Type::kString && is_text)) {
    Into(value.expr, out);
  } else {
    Coerce(value.target, Operand(value.expr), out);
  }
  builder_.CreateRet(constants_.U32(0));
  if (failed_->hasNPredecessors(0)) {
    failed_->eraseFromParent();
  }
  return function_;
}

void ExpressionFunctions::BeginDebug(const hir::Value& value, llvm::Function* function) {
  const LineColumn at = definition_.source->Locate(value.range.begin);
  llvm::DISubroutineType* type =
      debug_->createSubroutineType(debug_->getOrCreateTypeArray(std::nullopt));
  llvm::DISubprogram* subprogram = debug_->createFunction(
      file_, function->getName(), function->getName(), file_, at.line, type, at.line,
      llvm::DINode::FlagZero,
      llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagLocalToUnit);
  function->setSubprogram(subprogram);
  builder_.SetCurrentDebugLocation(
      llvm::DILocation::get(module_.getContext(), at.line, at.column, subprogram));
}

llvm::BasicBlock* ExpressionFunctions::Block(const char* name) {
  return llvm::BasicBlock::Create(module_.getContext(), name, function_);
}

/// Returns space for `count` values in the stack frame. The space is allocated in the entry block,
/// so that FastISel gives it a fixed place.
llvm::Value* ExpressionFunctions::Slots(std::size_t count) {
  llvm::BasicBlock& entry = function_->getEntryBlock();
  llvm::IRBuilder<> at_entry(&entry, entry.begin());
  return at_entry.CreateAlloca(types_.value, at_entry.getInt32(static_cast<std::uint32_t>(count)));
}

void ExpressionFunctions::Call(std::string_view symbol, llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::SmallVector<llvm::Type*, 4> parameters = {types_.pointer};
  llvm::SmallVector<llvm::Value*, 4> values = {function_->getArg(0)};
  for (llvm::Value* argument : arguments) {
    parameters.push_back(argument->getType());
    values.push_back(argument);
  }
  llvm::FunctionCallee callee =
      module_.getOrInsertFunction(llvm::StringRef(symbol.data(), symbol.size()),
                                  llvm::FunctionType::get(types_.i32, parameters, false));
  llvm::Value* status = builder_.CreateCall(callee, values);
  llvm::BasicBlock* next = Block("next");
  builder_.CreateCondBr(builder_.CreateICmpNE(status, constants_.U32(0)), failed_, next);
  builder_.SetInsertPoint(next);
}

void ExpressionFunctions::Constant(const hir::Expr& expr, llvm::Value* slot) {
  const auto [head, payload] = constants_.ValueWords(expr);
  builder_.CreateStore(head, slot);
  builder_.CreateStore(payload, builder_.CreateConstInBoundsGEP1_32(types_.i64, slot, 1));
}

llvm::Value* ExpressionFunctions::Operand(hir::ExprId id) {
  const hir::Expr& expr = definition_.exprs[id.index];
  if (expr.kind == hir::ExprKind::kConstant) {
    return constants_.Value(expr);
  }
  llvm::Value* slot = Slots(1);
  Into(id, slot);
  return slot;
}

llvm::Value* ExpressionFunctions::Operands(const std::vector<hir::ExprId>& ids) {
  if (ids.empty()) {
    return constants_.Null();
  }
  llvm::Value* slots = Slots(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    Into(ids[i], builder_.CreateConstInBoundsGEP1_64(types_.value, slots, i));
  }
  return slots;
}

void ExpressionFunctions::Into(hir::ExprId id, llvm::Value* slot) {
  const hir::Expr& expr = definition_.exprs[id.index];
  switch (expr.kind) {
    case hir::ExprKind::kConstant:
      Constant(expr, slot);
      return;
    case hir::ExprKind::kParameter:
      Call("hpdl_op_parameter", {constants_.U32(expr.parameter), slot});
      return;
    case hir::ExprKind::kIndex: {
      llvm::Value* base = Operand(expr.operands[0]);
      Call("hpdl_op_index", {base, Operand(expr.operands[1]), slot});
      return;
    }
    case hir::ExprKind::kCall:
      Call(expr.function->symbol, {Operands(expr.operands), slot});
      return;
    case hir::ExprKind::kUnary:
      Call(SymbolOf(expr.op), {Operand(expr.operands[0]), slot});
      return;
    case hir::ExprKind::kBinary:
      Binary(expr, slot);
      return;
    case hir::ExprKind::kConditional:
      Conditional(expr, slot);
      return;
    case hir::ExprKind::kConcat:
      Call("hpdl_op_concat", {Operands(expr.operands), constants_.U32(expr.operands.size()), slot});
      return;
  }
}

void ExpressionFunctions::Binary(const hir::Expr& expr, llvm::Value* slot) {
  if (expr.op == Op::kAnd || expr.op == Op::kOr) {
    ShortCircuit(expr, slot);
    return;
  }
  llvm::Value* left = Operand(expr.operands[0]);
  llvm::Value* right = Operand(expr.operands[1]);
  Call(SymbolOf(expr.op), {left, right, slot});
}

/// Puts the Boolean of an operand into `slot` and returns it as an i1.
llvm::Value* ExpressionFunctions::IsTrue(hir::ExprId id, llvm::Value* slot) {
  Call("hpdl_op_to_boolean", {Operand(id), slot});
  llvm::Value* payload =
      builder_.CreateLoad(types_.i64, builder_.CreateConstInBoundsGEP1_32(types_.i64, slot, 1));
  return builder_.CreateICmpNE(payload, constants_.U64(0));
}

void ExpressionFunctions::ShortCircuit(const hir::Expr& expr, llvm::Value* slot) {
  llvm::Value* decided = IsTrue(expr.operands[0], slot);
  llvm::BasicBlock* right = Block("right");
  llvm::BasicBlock* done = Block("done");
  if (expr.op == Op::kAnd) {
    builder_.CreateCondBr(decided, right, done);
  } else {
    builder_.CreateCondBr(decided, done, right);
  }
  builder_.SetInsertPoint(right);
  Call("hpdl_op_to_boolean", {Operand(expr.operands[1]), slot});
  builder_.CreateBr(done);
  builder_.SetInsertPoint(done);
}

void ExpressionFunctions::Conditional(const hir::Expr& expr, llvm::Value* slot) {
  llvm::Value* condition = IsTrue(expr.operands[0], Slots(1));
  llvm::BasicBlock* yes = Block("yes");
  llvm::BasicBlock* no = Block("no");
  llvm::BasicBlock* done = Block("done");
  builder_.CreateCondBr(condition, yes, no);
  builder_.SetInsertPoint(yes);
  Into(expr.operands[1], slot);
  builder_.CreateBr(done);
  builder_.SetInsertPoint(no);
  Into(expr.operands[2], slot);
  builder_.CreateBr(done);
  builder_.SetInsertPoint(done);
}

void ExpressionFunctions::Coerce(hir::Type target, llvm::Value* from, llvm::Value* slot) {
  switch (target) {
    case hir::Type::kBoolean:
      Call("hpdl_op_to_boolean", {from, slot});
      return;
    case hir::Type::kLong:
      Call("hpdl_op_to_long", {from, slot});
      return;
    default:
      // In HWS a function that is declared as String may return null, so hpdl_op_to_string converts
      // a String, too.
      Call("hpdl_op_to_string", {from, slot});
      return;
  }
}

}  // namespace hpdl::codegen
