#ifndef HPDL_COMPILER_ANALYSIS_FLOW_H_
#define HPDL_COMPILER_ANALYSIS_FLOW_H_

#include <cstdint>
#include <vector>

#include "compiler/analysis/ancestry.h"
#include "compiler/base/budget.h"
#include "compiler/sema/graph.h"

namespace hpdl::analysis {

/// What is certain about the order in which nodes run. Nodes are indices of ast::Workflow::nodes;
/// those that start does not lead to take no part, and nothing may be asked of them.
///
/// Two trees hold all that is known:
///
/// - *Events*: that a node begins, that an action ends OK, that it ends in an error. Above an event
///   stands the last one that has happened on each way to it, so these are dominators. As the graph
///   has no cycles, one pass in topological order that lets the ways in meet finds them, and error
///   transitions from each of n actions to one node cost O(n log n) in all.
/// - *Frames*: each path of a fork is a frame, beneath one that means "some path of this fork",
///   beneath the frame that the fork itself is in. A node that several ways lead to is in the frame
///   where those meet, so that a kill node that all use is in the outermost one.
///
/// A join is no meeting of ways: it waits for all branches, and what each of them did for certain
/// adds up. Those events are not above the join. Instead each path remembers the last event that is
/// certain where it enters the join; what is above that, and in the path, is implied by the join.
class Flow {
 public:
  /// Of a graph without errors, whose forks and joins are in pairs. O(n log n) for n edges.
  explicit Flow(const sema::Graph& graph);

  /// On every way from start to `b`, `a` has ended before `b` begins, and ended OK if it is an
  /// action. False if `a` is `b`. Errs to false in one case: to a node that both a branch and what
  /// comes after its join lead to, nothing inside of the fork is certain. O(log n).
  bool AlwaysBefore(std::uint32_t a, std::uint32_t b) const;

  /// On every way from start to `b`, action `a` has ended in an error. O(log n).
  bool AlwaysFailedBefore(std::uint32_t a, std::uint32_t b) const;

  /// No path leads from `a` to `b`, and `a` is not `b`. The steps of all calls together are
  /// bounded; when they are used up, the answer is false.
  bool NeverBefore(std::uint32_t a, std::uint32_t b) const;

  /// `a` and `b` are in different branches of one fork, before its join. A node that several of its
  /// branches lead to is in none of them. O(log n).
  bool Parallel(std::uint32_t a, std::uint32_t b) const;

  /// The fork of two nodes that are parallel. O(log n).
  std::uint32_t ForkOf(std::uint32_t a, std::uint32_t b) const;

  /// A number for the branch that `n` is in, equal for no two branches; those of branches within
  /// one branch lie together.
  std::uint32_t BranchNumber(std::uint32_t n) const { return branch_numbers_[frame_of_[n]]; }

  /// The steps that NeverBefore may take are used up: it may have said false where a path is not.
  bool IsUsedUp() const { return searches_.IsUsedUp(); }

 private:
  friend class FlowBuilder;

  struct Frame {
    std::uint32_t fork = sema::kNoNode;  ///< none: the outermost
    bool is_path = false;                ///< otherwise some path of the fork
    /// Of a path: the last event that is certain where it enters the join. kNoNode: it enters none.
    std::uint32_t end = sema::kNoNode;
  };

  bool ImpliedByJoin(std::uint32_t event, std::uint32_t frame) const;
  void NumberBranches();
  void RankNodes();
  std::uint32_t JoinsImplying(std::uint32_t event, std::uint32_t frame) const;
  bool MayReach(std::uint32_t from, std::uint32_t to) const;

  const sema::Graph& graph_;
  Ancestry events_;
  std::vector<std::uint32_t> frame_of_;  ///< of each node
  std::vector<Frame> frames_;
  Ancestry frame_tree_;
  std::vector<std::uint32_t> branch_numbers_;  ///< of each frame
  std::vector<std::uint32_t> join_of_;         ///< of each fork that has one
  /// Of each join: how many joins, itself not counted, follow from it one by one.
  std::vector<std::uint32_t> implied_joins_;

  /// A number for each node, greater than those of all nodes it leads to, and the least of these:
  /// where the interval of `b` is not within that of `a`, no path leads from `a` to `b`.
  std::vector<std::uint32_t> rank_;
  std::vector<std::uint32_t> least_;
  mutable Budget searches_{20'000'000};      ///< of NeverBefore: a quarter of a second
  mutable std::vector<std::uint32_t> seen_;  ///< of each node, the last search that came to it
  mutable std::uint32_t search_ = 0;
};

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_FLOW_H_
