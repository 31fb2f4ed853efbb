#include "runtime/engines/workflow/job_run.h"
#include "runtime/ground/abi/text_view.h"

namespace hpdl::rt {

/// Ends each path of the innermost open fork that comes to the join, except the last one. The last
/// path goes on after the join, in the path that contains the fork. Arrivals are counted in memory
/// only, because a resumed run replays them.
///
/// If fork/join validation is off, paths of one fork may come to different joins. Then the last
/// path goes on from the join that it came to, as in Oozie.
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
