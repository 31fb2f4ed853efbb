#ifndef HPDL_COMPILER_HIR_EVALUATE_H_
#define HPDL_COMPILER_HIR_EVALUATE_H_

#include <cstdint>

#include "compiler/hir/hir.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::hir {

/// Evaluates an expression with the functions of the runtime. Returns 0, or 1 with a message in
/// `eval`. Pure expressions need only the arena of `eval`; other expressions also need its `run` or
/// `files`. The strings of the result are stored in the expressions or in the arena.
std::int32_t Evaluate(const Expressions& expressions, ExprId id, hpdl_eval* eval, hpdl_value* out);

/// Evaluates `expr` with the given values of its operands. Returns 0, or 1 with a message in
/// `eval`. `expr` must be an expression that always evaluates all of its operands, not kAnd, kOr or
/// kConditional. It must not be a constant or a parameter.
std::int32_t Apply(const Expr& expr, const hpdl_value* operands, hpdl_eval* eval, hpdl_value* out);

/// True if `expr` itself is pure, and cheap enough for the compiler to evaluate. `operand_bytes` is
/// the number of bytes of text in its operands.
bool IsFoldable(const Expr& expr, std::size_t operand_bytes);

/// True if the compiler may compute the value of `expr`. The conditions are the same as for
/// IsFoldable(), but `expr` may also have the effect kNote. `operand_bytes` is the number of bytes
/// of text in its operands.
bool IsKnowable(const Expr& expr, std::size_t operand_bytes);

/// Converts a value to the type `target`: kString, kBoolean or kLong. kAny leaves the value
/// unchanged. Returns 0, or 1 with a message in `eval`.
std::int32_t Convert(Type target, hpdl_eval* eval, hpdl_value* value);

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_EVALUATE_H_
