#include "runtime/engines/workflow/job_run.h"

namespace hpdl::rt {

/// Starts one branch for each path of a fork. A skipped or replayed fork also starts all branches,
/// because the rows of the nodes on the paths record the earlier progress.
void JobRun::PassFork(std::uint32_t node, const ForkPath& path) {
  const hpdl_node& fork = At(node);
  if (Ended(node) == nullptr) {
    NodeEntry& entry = Begin(node);
    for (std::uint32_t i = 0; i < fork.edge_count; ++i) {
      entry.row.transition += (i == 0 ? "" : ",") + TransitionName(fork.edges[i]);
    }
    Write(entry, NodeState::kOk);
  }
  auto open = std::make_shared<OpenFork>();
  open->parent = path;
  open->node = node;
  open->open = fork.edge_count;
  for (std::uint32_t i = 0; i < fork.edge_count; ++i) {
    Spawn(fork.edges[i].target, open);
  }
}

}  // namespace hpdl::rt
