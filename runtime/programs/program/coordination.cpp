#include "runtime/ground/abi/text_view.h"
#include "runtime/programs/program/coordinator_commands.h"
#include "runtime/programs/program/opened_job.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt {

const hpdl_definition& DefinitionOf(const hpdl_program& program) {
  return program.coordinator != nullptr ? program.coordinator->definition
                                        : program.bundle->definition;
}

std::string CoordinationName(const hpdl_program& program) {
  const hpdl_definition& definition = DefinitionOf(program);
  return std::string(ToView(definition.exprs[definition.name].text));
}

bool IsForCoordination(Invocation& call) {
  if (!IsCoordination(call.program)) {
    return false;
  }
  if (call.line.operands.empty()) {
    return true;
  }
  const Result<OpenedJob> job = OpenJobOf(call, call.line.operands[0]);
  return job && TypeOfId(job->id) != JobType::kWorkflow;
}

}  // namespace hpdl::rt
