#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_PASSED_NODES_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_PASSED_NODES_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/store/records.h"

namespace hpdl::rt {

/// Finds the nodes that a run passed before a given node. It uses only the rows: the row of an
/// ended node says by its transition where the run went. So neither a fork's copy of the workflow
/// token nor the merge of a join needs a record of its own, and a resumed run or a rerun sees the
/// same token as the first run.
class PassedNodes {
 public:
  /// Returns the row of a node in the run, or null. Indices are those of the workflow's nodes.
  using RowOf = std::function<const NodeRow*(std::uint32_t)>;

  explicit PassedNodes(const hpdl_workflow& workflow);

  /// Returns the nodes on the paths from the start to `node`, without `node`. Each node comes after
  /// the nodes that lead to it, and the branches of a fork come one after the other.
  std::vector<std::uint32_t> Before(std::uint32_t node, const RowOf& row_of) const;
  /// Returns all nodes that have a row, in the order of Before(). Includes the nodes that a rerun
  /// skips and has not reached.
  std::vector<std::uint32_t> All(const RowOf& row_of) const;

 private:
  class Walk;
  bool Leads(std::uint32_t from, std::uint32_t to, const RowOf& row_of) const;

  const hpdl_workflow& workflow_;
  std::vector<std::vector<std::uint32_t>> sources_;  ///< per node: the nodes with an edge to it
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_PASSED_NODES_H_
