#ifndef HPDL_RUNTIME_GROUND_EXPRESSION_EVALUATE_H_
#define HPDL_RUNTIME_GROUND_EXPRESSION_EVALUATE_H_

#include <cstdint>
#include <string_view>

#include "runtime/ground/abi/hpdl_names.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// Evaluates `text`, the expression between "${" and "}". Calls the same functions in the same
/// order as a compiled expression. Returns 0, or returns 1 with a message in `eval`. `eval` must
/// have a `run`. The strings of the result are in the memory of `eval`, of the job or of `text`.
std::int32_t EvaluateExpression(std::string_view text, const hpdl_names& names, hpdl_eval* eval,
                                hpdl_value* out);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_EXPRESSION_EVALUATE_H_
