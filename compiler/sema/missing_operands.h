#ifndef HPDL_COMPILER_SEMA_MISSING_OPERANDS_H_
#define HPDL_COMPILER_SEMA_MISSING_OPERANDS_H_

#include <cstddef>

#include "compiler/ast/expr.h"
#include "stdlib/core/function.h"

namespace hpdl::sema {

/// Whether the author sees to it that operand `operand` of `expr` may have no value: it is an arm
/// of
/// `?:`, the right side of `and` or `or`, asked whether it is empty or null, one of several values
/// of which any will do, or the call of a function beside another one of the same, one in place of
/// the other: `${wf:actionData('a')['n']}${wf:actionData('b')['n']}`. `function` is what a call is
/// bound to, or null.
bool MayBeMissing(const ast::ExprPool& pool, const ast::Expr& expr,
                  const stdlib::FunctionDecl* function, std::size_t operand);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_MISSING_OPERANDS_H_
