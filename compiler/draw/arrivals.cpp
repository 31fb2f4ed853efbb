#include "compiler/draw/arrivals.h"

namespace hpdl::draw {

bool IsError(const hir::Node& node, const hir::Edge& edge) {
  return node.type == hir::NodeType::kAction && &edge != &node.edges.front();
}

Arrivals CountArrivals(const hir::Workflow& workflow) {
  Arrivals arrivals(workflow.nodes.size());
  for (std::size_t i = 0; i < workflow.nodes.size(); ++i) {
    const hir::Node& node = workflow.nodes[i];
    for (const hir::Edge& edge : node.edges) {
      const std::size_t to = edge.target.index;
      ++arrivals.all[to];
      arrivals.errors[to] += IsError(node, edge) ? 1 : 0;
      if (node.type == hir::NodeType::kDecision && arrivals.last_decision[to] != i) {
        ++arrivals.decisions[to];
        arrivals.last_decision[to] = i;
      }
    }
  }
  return arrivals;
}

}  // namespace hpdl::draw
