#include "compiler/analysis/paths.h"

#include <algorithm>

#include "compiler/analysis/analyses.h"

namespace hpdl::analysis {

void CheckPaths(const Subject& subject) {
  if (subject.hir().unpaired_joins) {
    return;
  }
  const std::vector<UsedPath> paths = FindUsedPaths(subject);
  if (std::none_of(paths.begin(), paths.end(),
                   [](const UsedPath& path) { return path.changes(); })) {
    return;
  }
  const Flow flow(subject.graph());
  CheckParallelPaths(subject, flow, paths);
  CheckPreparedInput(subject, flow, paths);
}

}  // namespace hpdl::analysis
