#ifndef HPDL_COMPILER_SEMA_GRAPH_H_
#define HPDL_COMPILER_SEMA_GRAPH_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/diagnostics/reporter.h"

/// The checks of the graph: each takes what the ones before it found out. All are linear in nodes
/// plus transitions, walk without recursion, and give the same verdict in whatever order branches
/// are written.
namespace hpdl::sema {

inline constexpr std::uint32_t kNoNode = UINT32_MAX;

/// The workflow as a graph over the indices of ast::Workflow::nodes. Borrowed strings live in the
/// ast.
struct Graph {
  const ast::Workflow* workflow = nullptr;
  std::unordered_map<std::string_view, std::uint32_t> names;  ///< of two equal names the first
  std::uint32_t start = kNoNode;
  /// `targets[first[n]..first[n + 1]]` are the targets of node n's edges in order; kNoNode:
  /// unknown.
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> targets;
  /// Names that nodes would have which the reader did not understand, and whether some node has
  /// none.
  std::unordered_set<std::string_view> lost;
  bool nameless = false;
  bool duplicates = false;  ///< some name is defined twice, so that transitions are ambiguous
  std::vector<bool> reachable;
  /// A transition of a reachable node is missing or leads nowhere: what is said about all paths may
  /// be wrong.
  bool incomplete = false;
  bool cyclic = false;
  std::vector<std::uint32_t>
      order;  ///< reachable nodes, each after all that lead to it; if not cyclic

  /// False if a name that is not in `names` is wrong for certain, and not for want of a node that
  /// has been complained of.
  bool MayBeLost(std::string_view name) const { return nameless || lost.contains(name); }
  const ast::Node& node(std::uint32_t n) const { return workflow->nodes[n]; }
  std::span<const std::uint32_t> TargetsOf(std::uint32_t n) const {
    return {targets.data() + first[n], targets.data() + first[n + 1]};
  }
};

/// Node names: form (E0724), uniqueness (E0705). Then transitions: to itself (E0706), to nodes that
/// do not exist (E0708), of unreachable nodes too. A transition to itself is then as good as
/// missing.
Graph ResolveNames(const ast::Workflow& workflow, const Reporter& reporter);

/// Fills `reachable` and `order`, reports cycles that start leads into (E0707) and warns of nodes
/// that nothing leads to.
void CheckReachability(Graph& graph, const Reporter& reporter);

/// The rules of fork and join, E0730 to E0758. Needs `order`. Returns the number of steps taken,
/// for the test that they grow with the workflow and no faster.
std::uint64_t CheckForkJoin(const Graph& graph, const Reporter& reporter);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_GRAPH_H_
