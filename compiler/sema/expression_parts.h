#ifndef HPDL_COMPILER_SEMA_EXPRESSION_PARTS_H_
#define HPDL_COMPILER_SEMA_EXPRESSION_PARTS_H_

#include "compiler/ast/expr.h"
#include "compiler/hir/hir.h"

/// Parts of hir expressions that follow from what they are made of alone.
namespace hpdl::sema {

/// The constant that a literal is; null for anything but a number, a text or a boolean.
hir::Expr LiteralOf(const ast::Expr& written);

/// The type of an expression that consists of operands of `expressions` and nothing else.
hir::Type TypeOfComposite(const hir::Expr& expr, const hir::Expressions& expressions);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_EXPRESSION_PARTS_H_
