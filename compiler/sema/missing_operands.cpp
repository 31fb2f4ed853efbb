#include "compiler/sema/missing_operands.h"

namespace hpdl::sema {
namespace {

using ast::Op;
using stdlib::Type;

bool IsNothing(const ast::Expr& expr) {
  return expr.kind == ast::ExprKind::kNull ||
         (expr.kind == ast::ExprKind::kString && expr.text.empty());
}

const ast::Expr& WithoutIndex(const ast::ExprPool& pool, const ast::Expr& expr) {
  return expr.kind == ast::ExprKind::kIndex ? pool[expr.operands[0]] : expr;
}

/// True if `operand` and the operand after it call the same function with different first
/// arguments.
bool AreAlternatives(const ast::ExprPool& pool, const ast::Expr& parts, std::size_t operand) {
  if (operand + 1 >= parts.operands.size()) {
    return false;
  }
  const ast::Expr& one = WithoutIndex(pool, pool[parts.operands[operand]]);
  const ast::Expr& other = WithoutIndex(pool, pool[parts.operands[operand + 1]]);
  return one.kind == ast::ExprKind::kCall && other.kind == ast::ExprKind::kCall &&
         one.text == other.text && !one.operands.empty() && !other.operands.empty() &&
         pool[one.operands[0]].text != pool[other.operands[0]].text;
}

}  // namespace

bool MayBeMissing(const ast::ExprPool& pool, const ast::Expr& expr,
                  const stdlib::FunctionDecl* function, std::size_t operand) {
  switch (expr.kind) {
    case ast::ExprKind::kConditional:
      return operand > 0;
    case ast::ExprKind::kUnary:
      return expr.op == Op::kEmpty;
    case ast::ExprKind::kBinary:
      if (expr.op == Op::kAnd || expr.op == Op::kOr) {
        return operand == 1;
      }
      return (expr.op == Op::kEqual || expr.op == Op::kNotEqual) &&
             IsNothing(pool[expr.operands[1 - operand]]);
    case ast::ExprKind::kCall:
      return function != nullptr && function->result == Type::kAny &&
             function->arguments[operand].type == Type::kAny;
    case ast::ExprKind::kTemplate:
      return AreAlternatives(pool, expr, operand) ||
             (operand > 0 && AreAlternatives(pool, expr, operand - 1));
    default:
      return false;
  }
}

}  // namespace hpdl::sema
