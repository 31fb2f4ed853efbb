#ifndef HPDL_COMPILER_TRANSFORM_EVALUATE_H_
#define HPDL_COMPILER_TRANSFORM_EVALUATE_H_

#include <cstdint>

#include "compiler/hir/hir.h"
#include "runtime/value/eval.h"

namespace hpdl::transform {

/// The value of an expression, by the functions that emitted code calls too. Returns 0, or 1 with a
/// message in `eval`. Pure expressions need nothing from `eval` but its arena; others its `run`
/// or `files`. Strings of the result live in the workflow or the arena.
std::int32_t Evaluate(const hir::Workflow& workflow, hir::ExprId id, hpdl_eval* eval,
                      hpdl_value* out);

/// Converts as the place that wants `target` does: kString, kBoolean or kLong; kAny leaves it.
std::int32_t Convert(stdlib::Type target, hpdl_eval* eval, hpdl_value* value);

}  // namespace hpdl::transform

#endif  // HPDL_COMPILER_TRANSFORM_EVALUATE_H_
