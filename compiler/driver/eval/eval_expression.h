#ifndef HPDL_COMPILER_DRIVER_EVAL_EVAL_EXPRESSION_H_
#define HPDL_COMPILER_DRIVER_EVAL_EVAL_EXPRESSION_H_

#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/eval/eval_context.h"

namespace hpdl::driver {

/// The result of one expression of `hpdlc eval`.
struct EvalResult {
  bool ok = false;
  std::string error;        ///< one sentence; "" if `ok` is true
  std::string diagnostics;  ///< the compiler's error with its place and a caret; may be ""
  std::string text;         ///< the value as text
  std::string json;         ///< the value as JSON
  std::string type;         ///< "Long", "Integer" or "Null", for example
};

/// Compiles a text that may contain expressions, and evaluates it in the job of `context`.
EvalResult EvaluateText(const std::string& text, EvalContext* context);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_EVAL_EVAL_EXPRESSION_H_
