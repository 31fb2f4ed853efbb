#ifndef HPDL_COMPILER_SEMA_EXPRESSION_PARTS_H_
#define HPDL_COMPILER_SEMA_EXPRESSION_PARTS_H_

#include "compiler/ast/expr.h"
#include "compiler/hir/hir.h"

/// Computes constants from literals, and the types of expressions from the types of their operands.
namespace hpdl::sema {

/// Returns the constant of a number, a text or a boolean. Returns the constant null for any other
/// expression.
hir::Expr LiteralOf(const ast::Expr& written);

/// Returns the type of an operator, a condition or a text with several parts. The type follows from
/// the types of the operands in `expressions`. Returns `expr.type` for any other expression.
hir::Type TypeOfComposite(const hir::Expr& expr, const hir::Expressions& expressions);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_EXPRESSION_PARTS_H_
