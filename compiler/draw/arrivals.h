#ifndef HPDL_COMPILER_DRAW_ARRIVALS_H_
#define HPDL_COMPILER_DRAW_ARRIVALS_H_

#include <cstddef>
#include <vector>

#include "compiler/hir/hir.h"

namespace hpdl::draw {

/// The number of arrows that enter each node, by node index. `all` counts all arrows, and `errors`
/// counts only the error arrows.
struct Arrivals {
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  explicit Arrivals(std::size_t nodes)
      : all(nodes), errors(nodes), decisions(nodes), last_decision(nodes, kNone) {}

  std::vector<std::size_t> all, errors;
  /// The number of decisions that lead to the node. Several arrows from one decision count once.
  std::vector<std::size_t> decisions;
  std::vector<std::size_t> last_decision;  ///< the last decision that leads to the node, or kNone
};

Arrivals CountArrivals(const hir::Workflow& workflow);

/// True if the edge is the error transition of an action. An action has two edges: OK, then ERROR.
bool IsError(const hir::Node& node, const hir::Edge& edge);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_ARRIVALS_H_
