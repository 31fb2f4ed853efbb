#include "compiler/analysis/predecessors.h"

namespace hpdl::analysis {

Predecessors::Predecessors(const sema::Graph& graph) {
  const std::size_t size = graph.workflow->nodes.size();
  const auto each_edge = [&](const auto& visit) {
    for (std::uint32_t n = 0; n < size; ++n) {
      if (!graph.reachable[n]) {
        continue;
      }
      for (const std::uint32_t target : graph.TargetsOf(n)) {
        if (target != sema::kNoNode) {
          visit(n, target);
        }
      }
    }
  };
  first_.assign(size + 1, 0);
  each_edge([&](std::uint32_t, std::uint32_t target) { ++first_[target + 1]; });
  for (std::size_t n = 0; n < size; ++n) {
    first_[n + 1] += first_[n];
  }
  nodes_.resize(first_[size]);
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  each_edge([&](std::uint32_t from, std::uint32_t target) { nodes_[next[target]++] = from; });
}

}  // namespace hpdl::analysis
