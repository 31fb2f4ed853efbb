#ifndef HPDL_COMPILER_SEMA_MISSING_OPERANDS_H_
#define HPDL_COMPILER_SEMA_MISSING_OPERANDS_H_

#include <cstddef>

#include "compiler/ast/expr.h"
#include "stdlib/core/function.h"

namespace hpdl::sema {

/// True if the author expects that operand `operand` of `expr` may have no value. The operand is
/// then in one of these places:
/// - an arm of `?:`, or the right side of `and` or `or`;
/// - the operand of `empty`, or of a comparison with null or "";
/// - an argument of a function that chooses one of its arguments, such as firstNotNull;
/// - two neighbouring calls of one function with different first arguments, because usually only
///   one of the calls gives a value: `${wf:actionData('a')['n']}${wf:actionData('b')['n']}`.
/// `function` is the function to which a call is bound, or null.
bool MayBeMissing(const ast::ExprPool& pool, const ast::Expr& expr,
                  const stdlib::FunctionDecl* function, std::size_t operand);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_MISSING_OPERANDS_H_
