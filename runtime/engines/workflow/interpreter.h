#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_INTERPRETER_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_INTERPRETER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/ground/abi/hpdl_names.h"

/// The functions that evaluate the expressions in a file of <job-xml>. Only a program that has
/// hpdl_names, a table of names, needs these functions. hpdl_names points to hpdl_interpreter, so
/// the linker adds the functions only to the programs that need them.
struct hpdl_interpreter {
  /// points to EvaluateJobXml() of stdlib/local
  hpdl::rt::Task<hpdl::rt::Result<void>> (*evaluate_job_xml)(hpdl::rt::ActionContext& ctx,
                                                             std::vector<std::string> job_xml);
  /// points to EvaluateTexts() of hpdl::rt
  hpdl::rt::Task<hpdl::rt::Result<hpdl::rt::Properties>> (*evaluate_texts)(
      hpdl::rt::ActionContext& ctx, hpdl::rt::Properties texts);
};

namespace hpdl::rt {

/// Evaluates the expressions in `texts`, a map from names to texts. Expressions may read Hadoop's
/// file systems. Values that they put into the workflow token are durable when the function
/// returns. `ctx` must be the context that the engine made, and ctx.names() must not be null.
/// Returns errors of the file systems, and kNonTransient "EL_EVAL_ERROR" with the message "property
/// NAME: ${expression}: why".
Task<Result<Properties>> EvaluateTexts(ActionContext& ctx, Properties texts);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_INTERPRETER_H_
