#include "compiler/analysis/paths.h"

#include <algorithm>

#include "compiler/analysis/analyses.h"

namespace hpdl::analysis {

void CheckPaths(Facts& facts) {
  if (facts.subject().hir().unpaired_joins) {
    return;
  }
  const std::vector<UsedPath>& paths = facts.used_paths();
  if (std::none_of(paths.begin(), paths.end(),
                   [](const UsedPath& path) { return path.changes(); })) {
    return;
  }
  CheckParallelPaths(facts);
  CheckPreparedInput(facts);
}

}  // namespace hpdl::analysis
