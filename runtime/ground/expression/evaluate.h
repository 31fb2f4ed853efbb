#ifndef HPDL_RUNTIME_GROUND_EXPRESSION_EVALUATE_H_
#define HPDL_RUNTIME_GROUND_EXPRESSION_EVALUATE_H_

#include <cstdint>
#include <string_view>

#include "runtime/ground/abi/hpdl_names.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// The value of the expression that stands between "${" and "}": by the functions that compiled
/// expressions call, in the order in which they call them. Returns 0, or 1 with a message in
/// `eval`, which has a `run`. Strings of the value live in `eval`, in the job or in `text`.
std::int32_t EvaluateExpression(std::string_view text, const hpdl_names& names, hpdl_eval* eval,
                                hpdl_value* out);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_EXPRESSION_EVALUATE_H_
