#ifndef HPDL_COMPILER_HIR_EVALUATE_H_
#define HPDL_COMPILER_HIR_EVALUATE_H_

#include <cstdint>

#include "compiler/hir/hir.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::hir {

/// The value of an expression, by the functions that emitted code calls too. Returns 0, or 1 with a
/// message in `eval`. Pure expressions need nothing from `eval` but its arena; others its `run`
/// or `files`. Strings of the result live in the expressions or the arena.
std::int32_t Evaluate(const Expressions& expressions, ExprId id, hpdl_eval* eval, hpdl_value* out);

/// What `expr` makes of the values of its operands, as Evaluate. It must look at all of them: no
/// kAnd, kOr or kConditional, and neither constant nor parameter.
std::int32_t Apply(const Expr& expr, const hpdl_value* operands, hpdl_eval* eval, hpdl_value* out);

/// Whether `expr` itself is pure and cheap enough to be evaluated by the compiler, given how many
/// bytes of text its operands have.
bool IsFoldable(const Expr& expr, std::size_t operand_bytes);

/// Whether the compiler may find out what `expr` comes to: it is foldable, or would be if it left
/// no note beside its value.
bool IsKnowable(const Expr& expr, std::size_t operand_bytes);

/// Converts as the place that wants `target` does: kString, kBoolean or kLong; kAny leaves it.
std::int32_t Convert(Type target, hpdl_eval* eval, hpdl_value* value);

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_EVALUATE_H_
