#ifndef HPDL_COMPILER_ANALYSIS_FLOW_H_
#define HPDL_COMPILER_ANALYSIS_FLOW_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "compiler/base/budget.h"
#include "compiler/sema/graph.h"

namespace hpdl::analysis {

/// The order in which nodes may run. Nodes are indices of ast::Workflow::nodes. The functions take
/// only reachable nodes.
///
/// Each branch of a fork is a *frame*. All branches of one fork have the same parent frame, which
/// stands for "some branch of this fork". The parent of this parent frame is the frame that
/// contains the fork itself. If several paths lead to a node, the node is in the innermost frame
/// that contains all these paths. A kill node to which all nodes have transitions is therefore in
/// the outermost frame. Two nodes in different branches of one fork do not wait for each other, so
/// the frames show which nodes are parallel.
///
/// NeverBefore and MayMiss search the graph backwards from the later node, because the two nodes of
/// a question are seldom far apart. All searches share a budget of steps; when it is used up,
/// NeverBefore, MayMiss and Parallel return false.
class Flow {
 public:
  /// Takes a graph without errors, whose forks and joins are in pairs; the graph must outlive the
  /// object. The time is linear, except for deeply nested forks.
  explicit Flow(const sema::Graph& graph);

  /// True if no path leads from `a` to `b`, and `a` is not `b`.
  bool NeverBefore(std::uint32_t a, std::uint32_t b) const;

  /// Returns the nodes from which a path leads to `n`, without `n` itself.
  std::vector<bool> NodesBefore(std::uint32_t n) const;

  /// The reason why an action has not ended OK: the run skipped the action, or the action failed.
  enum class Missed : std::uint8_t { kSkipped, kFailed };
  /// A function that returns true for the nodes at which the search stops. The search ignores all
  /// paths through these nodes.
  using Stops = std::function<bool(std::uint32_t)>;

  /// True if a run may come to `b` although it skipped `a` (kSkipped) or although `a` failed
  /// (kFailed). Ignores paths through nodes for which `stops` is true. A join waits for all
  /// branches of its fork, so a path through another branch of the fork does not skip `a`.
  bool MayMiss(std::uint32_t a, std::uint32_t b, Missed how, const Stops& stops) const;

  /// True if `a` ends before `b` begins on every path from start to `b`. If `a` is an action, it
  /// must also end OK. Returns false if `a` is `b`. May wrongly return true for a kill node `b`, if
  /// several branches of a fork lead to a node before `b` and only one branch contains `a`.
  bool AlwaysBefore(std::uint32_t a, std::uint32_t b) const;

  /// True if `a` and `b` are in different branches of one fork, before its join. If several
  /// branches of the fork lead to a node, the node is in none of these branches.
  bool Parallel(std::uint32_t a, std::uint32_t b) const;

  /// Returns the fork of two parallel nodes.
  std::uint32_t ForkOf(std::uint32_t a, std::uint32_t b) const;

 private:
  struct Frame {
    std::uint32_t fork = sema::kNoNode;  ///< kNoNode for the outermost frame
    std::uint32_t parent = 0;
    std::uint32_t depth = 0;
    bool is_path = false;  ///< true for one branch; false for "some branch of the fork"
  };

  std::span<const std::uint32_t> SourcesOf(std::uint32_t n) const {
    return {sources_.data() + first_source_[n], sources_.data() + first_source_[n + 1]};
  }
  void FindSources();
  void Leave(std::uint32_t n);
  std::uint32_t AddFrame(std::uint32_t fork, std::uint32_t parent, bool is_path);
  std::uint32_t Meet(std::uint32_t frame, std::uint32_t other) const;
  bool IsOnWay(std::uint32_t from, std::uint32_t at, std::uint32_t past, std::uint32_t to) const;

  const sema::Graph& graph_;
  /// The reachable nodes from which transitions lead to each node. The sources of node n begin at
  /// sources_[first_source_[n]] and end before sources_[first_source_[n + 1]].
  std::vector<std::uint32_t> first_source_, sources_;
  std::vector<std::uint32_t> positions_;  ///< position of each node in Graph::order
  std::vector<std::uint32_t> frame_of_;   ///< innermost frame of each node
  std::vector<Frame> frames_{Frame()};
  mutable Budget steps_{20'000'000};  ///< 20,000,000 steps take a third of a second
  /// For each node: the number of the last search that visited the node.
  mutable std::vector<std::uint32_t> seen_;
  mutable std::uint32_t search_ = 0;
};

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_FLOW_H_
