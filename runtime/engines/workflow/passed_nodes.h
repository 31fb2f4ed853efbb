#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_PASSED_NODES_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_PASSED_NODES_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/store/records.h"

namespace hpdl::rt {

/// Which nodes a run passed before another, found from the rows alone: each row of an ended node
/// says by its transition where the run went. So the copy that a fork makes of the workflow token
/// and the merge of a join need no record of their own, and a resumed run or a rerun sees what the
/// first one saw.
class PassedNodes {
 public:
  /// The row of a node in the run, or null. Indices are those of the workflow.
  using RowOf = std::function<const NodeRow*(std::uint32_t)>;

  explicit PassedNodes(const hpdl_workflow& workflow);

  /// The nodes on the paths from the start to `node`, without it: each after those before it, the
  /// branches of a fork one after the other.
  std::vector<std::uint32_t> Before(std::uint32_t node, const RowOf& row_of) const;
  /// All nodes that have a row, in such an order; also those that a rerun skipped and has not come
  /// to.
  std::vector<std::uint32_t> All(const RowOf& row_of) const;

 private:
  class Walk;
  bool Leads(std::uint32_t from, std::uint32_t to, const RowOf& row_of) const;

  const hpdl_workflow& workflow_;
  std::vector<std::vector<std::uint32_t>> sources_;  ///< per node: those with an edge to it
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_PASSED_NODES_H_
