#ifndef HPDL_COMPILER_SEMA_MISSING_OPERANDS_H_
#define HPDL_COMPILER_SEMA_MISSING_OPERANDS_H_

#include <cstddef>

#include "compiler/ast/expr.h"
#include "stdlib/core/function.h"

namespace hpdl::sema {

/// True if the author expects that operand `operand` of `expr` may have no value. This is so for an
/// arm of `?:` and for the right side of `and` or `or`. It is so for an operand that `empty` tests,
/// or that is compared with null or "". It is so for an argument of a function that chooses one
/// of its arguments, such as firstNotNull. It is also so for two neighbouring calls of one
/// function if the author expects that only one call gives a value:
/// `${wf:actionData('a')['n']}${wf:actionData('b')['n']}`. `function` is the function to which a
/// call is bound, or null.
bool MayBeMissing(const ast::ExprPool& pool, const ast::Expr& expr,
                  const stdlib::FunctionDecl* function, std::size_t operand);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_MISSING_OPERANDS_H_
