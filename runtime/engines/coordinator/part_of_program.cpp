#include <algorithm>
#include <utility>

#include "runtime/engines/coordinator/coordination.h"
#include "runtime/ground/base/text_parts.h"

namespace hpdl::rt {

PartOfProgram::PartOfProgram(const hpdl_program& program)
    : part_(program),
      workflows_(program.workflows, program.workflows + program.workflow_count),
      subs_(program.subs, program.subs + program.sub_count),
      agreements_(program.agreements, program.agreements + program.agreement_count) {
  part_.bundle = nullptr;
}

PartOfProgram::PartOfProgram(const hpdl_program& program, const hpdl_coordinator& coordinator)
    : PartOfProgram(program) {
  coordinator_ = coordinator;
  part_.coordinator = &coordinator_;
  if (coordinator.workflow != HPDL_NONE) {
    PutFirst(coordinator.workflow);
    coordinator_.workflow = 0;
  }
}

PartOfProgram::PartOfProgram(const hpdl_program& program, std::uint32_t workflow)
    : PartOfProgram(program) {
  part_.coordination = nullptr;
  PutFirst(workflow);
}

void PartOfProgram::PutFirst(std::uint32_t first) {
  std::swap(workflows_[0], workflows_[first]);
  const auto moved = [&](std::uint32_t index) {
    return index == 0 ? first : index == first ? 0 : index;
  };
  for (hpdl_sub& sub : subs_) {
    sub.workflow = moved(sub.workflow);
    sub.parent = moved(sub.parent);
  }
  for (hpdl_agreement& agreement : agreements_) {
    agreement.workflow = moved(agreement.workflow);
  }
  part_.workflows = workflows_.data();
  part_.subs = subs_.data();
  part_.agreements = agreements_.data();
}

std::unique_ptr<PartOfProgram> PartOf(const hpdl_program& program, std::string_view part) {
  if (program.coordinator != nullptr && program.coordinator->workflow != HPDL_NONE &&
      program.coordinator->workflow != 0) {
    return std::make_unique<PartOfProgram>(program, *program.coordinator);
  }
  const std::optional<std::int64_t> number = ParseNumber(part);
  if (program.bundle == nullptr || !number || *number >= program.bundle->coordinator_count) {
    return nullptr;
  }
  return std::make_unique<PartOfProgram>(program, program.bundle->coordinators[*number]);
}

}  // namespace hpdl::rt
