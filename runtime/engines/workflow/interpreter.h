#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_INTERPRETER_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_INTERPRETER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/ground/abi/hpdl_names.h"

/// All that only programs with names have: the steps from a file of <job-xml> to its values. The
/// names of a program point to it, so that the linker takes it in with them.
struct hpdl_interpreter {
  /// EvaluateJobXml() of stdlib/local.
  hpdl::rt::Task<hpdl::rt::Result<void>> (*evaluate_job_xml)(hpdl::rt::ActionContext& ctx,
                                                             std::vector<std::string> job_xml);
  /// EvaluateTexts() of hpdl::rt.
  hpdl::rt::Task<hpdl::rt::Result<hpdl::rt::Properties>> (*evaluate_texts)(
      hpdl::rt::ActionContext& ctx, hpdl::rt::Properties texts);
};

namespace hpdl::rt {

/// The expressions of `texts`, which are named, evaluated as those of the node's arguments are:
/// Hadoop's file systems are asked, and what is put into the token is durable when it returns.
/// `ctx` is the engine's, and has names(). The errors are those of the file systems, and
/// kNonTransient "EL_EVAL_ERROR", "property NAME: ${expression}: why".
Task<Result<Properties>> EvaluateTexts(ActionContext& ctx, Properties texts);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_INTERPRETER_H_
