#ifndef HPDL_COMPILER_HIR_EVALUATE_H_
#define HPDL_COMPILER_HIR_EVALUATE_H_

#include <cstdint>

#include "compiler/hir/hir.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::hir {

/// Evaluates an expression with the functions that emitted code calls too. Returns 0, or 1 with a
/// message in `eval`. Pure expressions need only the arena of `eval`; other expressions also need
/// its `run` or `files`. Strings of the result live in the expressions or in the arena.
std::int32_t Evaluate(const Expressions& expressions, ExprId id, hpdl_eval* eval, hpdl_value* out);

/// Evaluates `expr` with the given values of its operands. Returns 0, or 1 with a message in
/// `eval`. `expr` must need all of its operands: it is not kAnd, kOr or kConditional. It is neither
/// a constant nor a parameter.
std::int32_t Apply(const Expr& expr, const hpdl_value* operands, hpdl_eval* eval, hpdl_value* out);

/// True if `expr` itself is pure, and cheap enough for the compiler to evaluate. `operand_bytes` is
/// the number of bytes of text in its operands.
bool IsFoldable(const Expr& expr, std::size_t operand_bytes);

/// True if the compiler may find the value of `expr`. This is so if `expr` is foldable, or if only
/// the effect kNote keeps it from being foldable. `operand_bytes` is the number of bytes of text in
/// its operands.
bool IsKnowable(const Expr& expr, std::size_t operand_bytes);

/// Converts a value for a place that needs `target`: kString, kBoolean or kLong. kAny leaves the
/// value unchanged. Returns 0, or 1 with a message in `eval`.
std::int32_t Convert(Type target, hpdl_eval* eval, hpdl_value* value);

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_EVALUATE_H_
