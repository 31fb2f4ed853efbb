#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_PASSED_NODES_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_PASSED_NODES_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/store/records.h"

namespace hpdl::rt {

/// Finds the nodes that a run passed before a given node. Needs only the rows of the nodes, because
/// the row of an ended node holds the transition that was taken. The workflow token (the values
/// that the nodes have put) is computed from the rows of these nodes, so the journal does not store
/// the token. A resumed run or a rerun computes the same token as the first run.
class PassedNodes {
 public:
  /// Returns the row of a node in the run, or null. The argument is the node's index in the
  /// workflow.
  using RowOf = std::function<const NodeRow*(std::uint32_t)>;

  explicit PassedNodes(const hpdl_workflow& workflow);

  /// Returns the nodes on the paths from the start to `node`, without `node`. A node comes after
  /// all nodes that lead to it. All nodes of one branch of a fork come before the nodes of the next
  /// branch.
  std::vector<std::uint32_t> Before(std::uint32_t node, const RowOf& row_of) const;
  /// Returns all nodes that have a row, in the order of Before(). Includes nodes that a rerun skips
  /// but has not reached.
  std::vector<std::uint32_t> All(const RowOf& row_of) const;

 private:
  class Walk;
  bool Leads(std::uint32_t from, std::uint32_t to, const RowOf& row_of) const;

  const hpdl_workflow& workflow_;
  /// For each node, the nodes with a transition to this node.
  std::vector<std::vector<std::uint32_t>> sources_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_PASSED_NODES_H_
