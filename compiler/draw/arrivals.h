#ifndef HPDL_COMPILER_DRAW_ARRIVALS_H_
#define HPDL_COMPILER_DRAW_ARRIVALS_H_

#include <cstddef>
#include <vector>

#include "compiler/hir/hir.h"

namespace hpdl::draw {

/// How many arrows come in, by node; those of errors are counted in `errors`, too.
struct Arrivals {
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  explicit Arrivals(std::size_t nodes)
      : all(nodes), errors(nodes), decisions(nodes), last_decision(nodes, kNone) {}

  std::vector<std::size_t> all, errors;
  std::vector<std::size_t> decisions;      ///< that lead to it, by any number of arrows
  std::vector<std::size_t> last_decision;  ///< of them, or kNone
};

Arrivals CountArrivals(const hir::Workflow& workflow);

/// An action has two ways out: OK, then ERROR.
bool IsError(const hir::Node& node, const hir::Edge& edge);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_ARRIVALS_H_
