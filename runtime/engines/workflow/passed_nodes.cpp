#include "runtime/engines/workflow/passed_nodes.h"

#include "runtime/engines/workflow/job_view.h"
#include "runtime/ground/abi/text_view.h"

namespace hpdl::rt {

/// A depth-first search backwards along the transitions that were taken. The class has its own
/// stack, because a chain of nodes may be long.
class PassedNodes::Walk {
 public:
  Walk(const PassedNodes& nodes, const RowOf& row_of)
      : nodes_(nodes), row_of_(row_of), marks_(nodes.workflow_.node_count) {}

  /// Adds `goal` and the nodes that were passed before it to `order`. If `from_start_only` is true,
  /// adds only nodes with a path from the start node. A rerun may have rows of skipped nodes that
  /// are not on such a path.
  void Visit(std::uint32_t goal, bool from_start_only) {
    if (marks_[goal].seen) {
      return;
    }
    Enter(goal);
    while (!open_.empty()) {
      Step& step = open_.back();
      const std::vector<std::uint32_t>& sources = nodes_.sources_[step.node];
      if (step.next == sources.size()) {
        if (marks_[step.node].from_start || !from_start_only) {
          order.push_back(step.node);
        }
        open_.pop_back();
        continue;
      }
      const std::uint32_t source = sources[step.next];
      if (!nodes_.Leads(source, step.node, row_of_)) {
        ++step.next;
      } else if (!marks_[source].seen) {
        // The loop first visits `source` and the nodes before it. `next` is not increased, so the
        // loop then tries `source` again. Now `source` is marked as seen, and the branch below
        // copies its `from_start`.
        Enter(source);
      } else {
        ++step.next;
        marks_[step.node].from_start |= marks_[source].from_start;
      }
    }
  }

  std::vector<std::uint32_t> order;

 private:
  struct Step {
    std::uint32_t node;
    std::size_t next;
  };
  struct Mark {
    bool seen = false;
    bool from_start = false;
  };

  void Enter(std::uint32_t node) {
    marks_[node] = {true, node == nodes_.workflow_.start};
    open_.push_back({node, 0});
  }

  const PassedNodes& nodes_;
  const RowOf& row_of_;
  std::vector<Mark> marks_;
  std::vector<Step> open_;
};

PassedNodes::PassedNodes(const hpdl_workflow& workflow)
    : workflow_(workflow), sources_(workflow.node_count) {
  for (std::uint32_t from = 0; from < workflow.node_count; ++from) {
    const hpdl_node& node = workflow.nodes[from];
    for (std::uint32_t i = 0; i < node.edge_count; ++i) {
      std::vector<std::uint32_t>& sources = sources_[node.edges[i].target];
      if (sources.empty() || sources.back() != from) {
        sources.push_back(from);
      }
    }
  }
}

bool PassedNodes::Leads(std::uint32_t from, std::uint32_t to, const RowOf& row_of) const {
  const NodeRow* row = row_of(from);
  if (row == nullptr || (row->state != NodeState::kOk && row->state != NodeState::kError)) {
    return false;
  }
  const hpdl_node& node = workflow_.nodes[from];
  if (node.type == HPDL_FORK) {
    return true;
  }
  if (node.type == HPDL_ACTION) {
    const std::uint32_t taken = row->state == NodeState::kOk ? 0 : 1;
    return taken < node.edge_count && node.edges[taken].target == to;
  }
  for (std::uint32_t i = 0; i < node.edge_count; ++i) {
    const hpdl_edge& edge = node.edges[i];
    const hpdl_str& name =
        workflow_.dialect == HPDL_DIALECT_HWS ? edge.name : workflow_.nodes[edge.target].name;
    if (ToView(name) == row->transition) {
      return edge.target == to;
    }
  }
  return false;
}

std::vector<std::uint32_t> PassedNodes::Before(std::uint32_t node, const RowOf& row_of) const {
  Walk walk(*this, row_of);
  walk.Visit(node, true);
  if (!walk.order.empty() && walk.order.back() == node) {
    walk.order.pop_back();
  }
  return std::move(walk.order);
}

std::vector<std::uint32_t> PassedNodes::All(const RowOf& row_of) const {
  Walk walk(*this, row_of);
  for (std::uint32_t node = 0; node < workflow_.node_count; ++node) {
    if (row_of(node) != nullptr) {
      walk.Visit(node, false);
    }
  }
  return std::move(walk.order);
}

}  // namespace hpdl::rt
