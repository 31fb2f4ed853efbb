#ifndef HPDL_COMPILER_SEMA_FORK_JOIN_PATHS_H_
#define HPDL_COMPILER_SEMA_FORK_JOIN_PATHS_H_

#include <array>
#include <cstdint>
#include <vector>

#include "compiler/sema/graph.h"

/// The rules of fork and join are about paths, of which there may be exponentially many. They all
/// speak of two facts only, which are properties of nodes and can be passed on along transitions in
/// topological order:
///
/// - the *innermost open fork* on arrival. A fork replaces it by itself; a join gives back what was
///   open at the fork that it closes, which is known by then. So no stack of forks is needed.
/// - the *eldest decision* on the way here by ok transitions alone; E0743 allows several ways to
///   one node only if they all begin at the same decision.
///
/// Of the open forks a node keeps the two first by document order, and whether none may be open:
/// any join or end reached with two is wrong already, so more would change no verdict, and the
/// bound keeps the walk linear. What follows a wrong join has no known fork, and nothing is said
/// about it.
namespace hpdl::sema {

/// The two least of the nodes that were added; the order of adding does not matter.
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

/// The forks that may be the innermost open one.
struct OpenForks {
  LeastTwo forks;
  bool none = false;  ///< some path has no fork open

  void Add(const OpenForks& other) {
    none |= other.none;
    for (const std::uint32_t fork : other.forks.nodes) {
      forks.Add(fork);
    }
  }
  bool exactly_one() const { return forks.any() && !forks.several() && !none; }
};

/// Where ok transitions come from. kNoDecision: straight from start; kUnclear: after an E0743.
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
  std::array<Arrival, 2> arrivals;  ///< the first, and the one that made it wrong

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

/// What is known of the paths to each node, by its index.
struct ForkJoinPaths {
  std::vector<OpenForks> open;   ///< on arrival
  std::vector<OpenForks> after;  ///< for what follows
  std::vector<OkPaths> ok;
  std::vector<LeastTwo> joins;  ///< of a fork: the joins its branches reach, two at most
  std::uint32_t fork_count = 0;
  std::uint32_t join_count = 0;
  std::uint64_t steps = 0;  ///< transitions that were followed
};

/// Follows all transitions once. Needs Graph::order.
ForkJoinPaths FollowPaths(const Graph& graph);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_FORK_JOIN_PATHS_H_
