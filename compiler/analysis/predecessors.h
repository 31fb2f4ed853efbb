#ifndef HPDL_COMPILER_ANALYSIS_PREDECESSORS_H_
#define HPDL_COMPILER_ANALYSIS_PREDECESSORS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/sema/graph.h"

namespace hpdl::analysis {

/// The transitions of a graph from their targets' side; those of nodes that start does not lead to
/// are left out.
class Predecessors {
 public:
  /// O(n) for n nodes and transitions.
  explicit Predecessors(const sema::Graph& graph);

  /// The nodes that lead to `n`: one that does so in several ways, as often.
  std::span<const std::uint32_t> Of(std::uint32_t n) const {
    return {nodes_.data() + first_[n], nodes_.data() + first_[n + 1]};
  }

 private:
  std::vector<std::uint32_t> first_;  ///< as Graph::first, of `nodes_`
  std::vector<std::uint32_t> nodes_;
};

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_PREDECESSORS_H_
