#ifndef HPDL_COMPILER_SEMA_EXPRESSION_PARTS_H_
#define HPDL_COMPILER_SEMA_EXPRESSION_PARTS_H_

#include "compiler/ast/expr.h"
#include "compiler/hir/hir.h"

/// Finds the parts of hir expressions that depend only on the literal or the operands.
namespace hpdl::sema {

/// Returns the constant of a number, a text or a boolean. Returns the constant null for any other
/// expression.
hir::Expr LiteralOf(const ast::Expr& written);

/// Returns the type of an expression whose only parts are its operands in `expressions`.
hir::Type TypeOfComposite(const hir::Expr& expr, const hir::Expressions& expressions);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_EXPRESSION_PARTS_H_
