#include "runtime/engines/workflow/job_run.h"
#include "runtime/ground/abi/text_view.h"

namespace hpdl::rt {

/// Ends each path of the innermost open fork that reaches the join, except the last path. The last
/// path continues after the join, as the path in which the fork began. Arrivals are counted only in
/// memory, because a resumed run repeats them.
///
/// If fork/join validation is off, paths of one fork may reach different joins. Then the last path
/// continues from the join that it has reached, as in Oozie.
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
