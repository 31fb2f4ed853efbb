#include "runtime/engines/workflow/job_run.h"
#include "runtime/ground/abi/text_view.h"

namespace hpdl::rt {

/// A join holds the paths of the innermost open fork until the last one is there, which then goes
/// on in the path that the fork was in. Arrivals are counted in memory: a resumed run replays them.
///
/// With fork/join validation off, paths of one fork may come to different joins; then the join of
/// the last path is the one that goes on, as in Oozie.
std::uint32_t JobRun::PassJoin(std::uint32_t node, ForkPath* path) {
  if (*path == nullptr) {
    FailAt(node,
           {ErrorClass::kFatal, "E0720",
            "join '" + std::string(ToView(At(node).name)) + "' was reached while no fork is open"});
    return kStop;
  }
  if (--(*path)->open != 0) {
    return kStop;
  }
  *path = ForkPath((*path)->parent);
  const hpdl_edge& edge = At(node).edges[0];
  if (Ended(node) == nullptr) {
    NodeEntry& entry = Begin(node);
    entry.row.transition = TransitionName(edge);
    Write(entry, NodeState::kOk);
  }
  return edge.target;
}

}  // namespace hpdl::rt
