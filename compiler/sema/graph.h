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

/// Checks of the graph. Each check uses the results of the checks before it. The time of all checks
/// is linear in the number of nodes and transitions. The checks are not recursive, and their
/// results do not depend on the order of the branches.
namespace hpdl::sema {

inline constexpr std::uint32_t kNoNode = UINT32_MAX;

/// The workflow as a graph over the indices of ast::Workflow::nodes. The strings are borrowed from
/// the ast.
struct Graph {
  const ast::Workflow* workflow = nullptr;
  /// The nodes by name. If two nodes have the same name, the map contains the first node.
  std::unordered_map<std::string_view, std::uint32_t> names;
  std::uint32_t start = kNoNode;
  /// The targets of the edges of all nodes. The targets of node n begin at `targets[first[n]]` and
  /// end before `targets[first[n + 1]]`, in the order of the edges. kNoNode is an unknown target.
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> targets;
  /// `lost` has the names of the elements that the XML reader could not read as nodes. `nameless`
  /// is true if some node has no name.
  std::unordered_set<std::string_view> lost;
  bool nameless = false;
  bool duplicates = false;  ///< true if some name is defined twice; transitions are then ambiguous
  std::vector<bool> reachable;
  /// True if a reachable node lacks a transition or has a transition to an unknown node. The
  /// results of checks that follow all paths may then be wrong.
  bool incomplete = false;
  bool cyclic = false;
  /// The reachable nodes; each node comes after all nodes that lead to it. Valid only if `cyclic`
  /// is false.
  std::vector<std::uint32_t> order;

  /// True if a name that is not in `names` may belong to a node that was already reported as an
  /// error. False if the name is certainly wrong.
  bool MayBeLost(std::string_view name) const { return nameless || lost.contains(name); }
  const ast::Node& node(std::uint32_t n) const { return workflow->nodes[n]; }
  std::span<const std::uint32_t> TargetsOf(std::uint32_t n) const {
    return {targets.data() + first[n], targets.data() + first[n + 1]};
  }
};

/// Resolves the names of nodes. Checks their form (E0724) and that they are unique (E0705). Reports
/// transitions from a node to itself (E0706), also of unreachable nodes. Later checks treat a
/// transition from a node to itself as missing.
Graph ResolveNames(const ast::Workflow& workflow, const Reporter& reporter);

/// Sets `reachable`, `order`, `cyclic` and `incomplete`. Reports cycles to which a path from start
/// leads (E0707), and warns of nodes to which no path from start leads. Reports transitions of
/// reachable nodes to nodes that do not exist (E0708). As in Oozie, a transition of an unreachable
/// node may name any node.
void CheckReachability(Graph& graph, const Reporter& reporter);

/// Checks the rules of fork and join, E0730 to E0758. Needs `order`. Returns the number of steps. A
/// test checks that this number grows only linearly with the workflow.
std::uint64_t CheckForkJoin(const Graph& graph, const Reporter& reporter);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_GRAPH_H_
