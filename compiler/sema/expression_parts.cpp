#include "compiler/sema/expression_parts.h"

#include <cstddef>

#include "compiler/sema/operator_types.h"

namespace hpdl::sema {

using hir::Type;

hir::Expr LiteralOf(const ast::Expr& written) {
  hir::Expr literal;
  switch (written.kind) {
    case ast::ExprKind::kBoolean:
      literal.type = Type::kBoolean;
      literal.boolean = written.boolean;
      break;
    case ast::ExprKind::kLong:
      literal.type = Type::kLong;
      literal.number = written.number;
      break;
    case ast::ExprKind::kDouble:
      literal.type = Type::kDouble;
      literal.real = written.real;
      break;
    case ast::ExprKind::kString:
      literal.type = Type::kString;
      literal.text = written.text;
      break;
    default:
      literal.type = Type::kNull;
  }
  return literal;
}

Type TypeOfComposite(const hir::Expr& expr, const hir::Expressions& expressions) {
  const auto type = [&](std::size_t i) { return expressions.exprs[expr.operands[i].index].type; };
  switch (expr.kind) {
    case hir::ExprKind::kUnary:
      return ResultType(expr.op, type(0), type(0));
    case hir::ExprKind::kBinary:
      return ResultType(expr.op, type(0), type(1));
    case hir::ExprKind::kConditional:
      return type(1) == type(2) ? type(1) : Type::kAny;
    case hir::ExprKind::kConcat:
      return Type::kString;
    default:
      return expr.type;
  }
}

}  // namespace hpdl::sema
