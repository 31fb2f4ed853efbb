#include "runtime/engines/workflow/job_run.h"

namespace hpdl::rt {

std::uint32_t JobRun::PassStart(std::uint32_t node) {
  const hpdl_edge& edge = At(node).edges[0];
  if (Ended(node) == nullptr) {
    NodeEntry& entry = Begin(node);
    entry.row.transition = TransitionName(edge);
    Write(entry, NodeState::kOk);
  }
  return edge.target;
}

}  // namespace hpdl::rt
