#ifndef HPDL_COMPILER_SEMA_MISSING_OPERANDS_H_
#define HPDL_COMPILER_SEMA_MISSING_OPERANDS_H_

#include <cstddef>

#include "compiler/ast/expr.h"
#include "stdlib/core/function.h"

namespace hpdl::sema {

/// True if the author expects that operand `operand` of `expr` may have no value. The operand is an
/// arm of `?:`, the right side of `and` or `or`, is tested for being empty or null, or is one of
/// several values of which any will do. Or it is a call next to another call of the same function,
/// one in place of the other: `${wf:actionData('a')['n']}${wf:actionData('b')['n']}`. `function` is
/// the function to which a call is bound, or null.
bool MayBeMissing(const ast::ExprPool& pool, const ast::Expr& expr,
                  const stdlib::FunctionDecl* function, std::size_t operand);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_MISSING_OPERANDS_H_
