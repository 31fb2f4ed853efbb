#ifndef HPDL_COMPILER_SEMA_FORK_JOIN_PATHS_H_
#define HPDL_COMPILER_SEMA_FORK_JOIN_PATHS_H_

#include <array>
#include <cstdint>
#include <vector>

#include "compiler/sema/graph.h"

/// The rules of fork and join are about paths, and there may be exponentially many paths. But all
/// rules use only two facts about each node. The facts about a node follow from the facts about the
/// nodes that lead to it, so the walk visits the nodes in topological order. The facts are:
///
/// - the *innermost open fork* on arrival. After a fork, the innermost open fork is the fork
///   itself. After a join that closes a fork, it is the fork that was open on arrival at the closed
///   fork. The walk has already visited the closed fork, so no stack of forks is needed.
/// - the *eldest decision* on the path to the node by ok transitions alone. E0743 allows several
///   paths to one node only if all these paths begin at the same decision.
///
/// For each node the walk stores the first two open forks by document order, and a flag that is
/// true if some path arrives without an open fork. A join or end that is reached with two open
/// forks is already wrong, so more forks would not change the result. This limit keeps the walk
/// linear. The nodes after a wrong join have no known fork, and nothing is reported about them.
namespace hpdl::sema {

/// The two nodes with the smallest indices among the nodes that were added. The order of the calls
/// of Add() does not matter.
struct LeastTwo {
  std::array<std::uint32_t, 2> nodes = {kNoNode, kNoNode};

  void Add(std::uint32_t node) {
    if (node < nodes[0]) {
      nodes = {node, nodes[0]};
    } else if (node != nodes[0] && node < nodes[1]) {
      nodes[1] = node;
    }
  }
  bool any() const { return nodes[0] != kNoNode; }
  bool several() const { return nodes[1] != kNoNode; }
};

/// The forks that may be the innermost open fork.
struct OpenForks {
  LeastTwo forks;
  bool none = false;  ///< true if some path arrives without an open fork

  void Add(const OpenForks& other) {
    none |= other.none;
    for (const std::uint32_t fork : other.forks.nodes) {
      forks.Add(fork);
    }
  }
  bool exactly_one() const { return forks.any() && !forks.several() && !none; }
};

/// Special values of OkPaths::eldest. With kNoDecision, the ok transitions come from start without
/// a decision. With kUnclear, they come from a node with an error of E0743, or from a join that
/// does not close exactly one fork.
inline constexpr std::uint32_t kNoDecision = kNoNode;
inline constexpr std::uint32_t kUnclear = kNoNode - 1;

struct Arrival {
  std::uint32_t from = kNoNode;
  std::uint32_t edge = 0;
};

struct OkPaths {
  std::uint32_t count = 0;
  std::uint32_t eldest = kNoDecision;
  bool differ = false;
  bool unclear = false;
  std::array<Arrival, 2> arrivals;  ///< the first arrival, and the arrival that set `differ`

  void Add(std::uint32_t decision, Arrival arrival) {
    if (count == 0) {
      eldest = decision;
      arrivals[0] = arrival;
    } else if (!differ && (decision != eldest || decision == kNoDecision)) {
      differ = true;
      arrivals[1] = arrival;
    }
    unclear |= decision == kUnclear;
    ++count;
  }
};

/// The facts about the paths to each node, by index of the node.
struct ForkJoinPaths {
  std::vector<OpenForks> open;   ///< the open forks on arrival at the node
  std::vector<OpenForks> after;  ///< the open forks after the node
  std::vector<OkPaths> ok;
  std::vector<LeastTwo> joins;  ///< for a fork: the joins that its branches reach; at most two
  std::uint32_t fork_count = 0;
  std::uint32_t join_count = 0;
  std::uint64_t steps = 0;  ///< number of transitions followed
};

/// Follows all transitions once. Needs Graph::order.
ForkJoinPaths FollowPaths(const Graph& graph);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_FORK_JOIN_PATHS_H_
