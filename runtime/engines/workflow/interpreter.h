#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_INTERPRETER_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_INTERPRETER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/ground/abi/hpdl_names.h"

/// The functions that lead from a file of <job-xml> to its values. Only programs with names need
/// them. The names of a program point to this table, so the linker takes the functions only into
/// programs that have names.
struct hpdl_interpreter {
  /// EvaluateJobXml() of stdlib/local
  hpdl::rt::Task<hpdl::rt::Result<void>> (*evaluate_job_xml)(hpdl::rt::ActionContext& ctx,
                                                             std::vector<std::string> job_xml);
  /// EvaluateTexts() of hpdl::rt
  hpdl::rt::Task<hpdl::rt::Result<hpdl::rt::Properties>> (*evaluate_texts)(
      hpdl::rt::ActionContext& ctx, hpdl::rt::Properties texts);
};

namespace hpdl::rt {

/// Evaluates the expressions in `texts`, a map from names to texts. As for the node's arguments,
/// Hadoop's file systems are asked, and values that the expressions put into the workflow token are
/// durable when this returns. `ctx` is the engine's own context and has names(). Errors are those
/// of the file systems, and kNonTransient "EL_EVAL_ERROR" with the message "property NAME:
/// ${expression}: why".
Task<Result<Properties>> EvaluateTexts(ActionContext& ctx, Properties texts);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_INTERPRETER_H_
