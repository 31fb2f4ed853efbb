#ifndef HPDL_COMPILER_ANALYSIS_FLOW_H_
#define HPDL_COMPILER_ANALYSIS_FLOW_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "compiler/analysis/ancestry.h"
#include "compiler/analysis/predecessors.h"
#include "compiler/base/budget.h"
#include "compiler/sema/graph.h"

namespace hpdl::analysis {

/// In which order nodes may run. Nodes are indices of ast::Workflow::nodes; those that start does
/// not lead to take no part, and nothing may be asked of them.
///
/// Each path of a fork is a *frame*, beneath one that means "some path of this fork", beneath the
/// frame that the fork itself is in. A node that several ways lead to is in the frame where those
/// meet, so that a kill node that all use is in the outermost one. Of two nodes in different paths
/// of one fork neither waits for the other. All else is searched for, from the later node: what has
/// to do with each other is seldom far apart. The steps of all searches together are bounded; when
/// they are used up NeverBefore and MayMiss say false.
class Flow {
 public:
  /// Of a graph without errors, whose forks and joins are in pairs; both must outlive it.
  /// O(n log n) for n edges.
  Flow(const sema::Graph& graph, const Predecessors& predecessors);

  /// No path leads from `a` to `b`, and `a` is not `b`.
  bool NeverBefore(std::uint32_t a, std::uint32_t b) const;

  /// The nodes from which a path leads to `n`; `n` is not among them.
  std::vector<bool> NodesBefore(std::uint32_t n) const;

  /// Why an action need not have ended OK.
  enum class Missed : std::uint8_t { kSkipped, kFailed };
  /// A node at which a search for ways ends.
  using Stops = std::function<bool(std::uint32_t)>;

  /// Whether a run may come to `b` and `a` has not begun, or has failed on the way. Ways through
  /// nodes for which `stops` is true do not count. A join waits for all branches, so that what
  /// leads past `a` must do so in the branch that `a` is in.
  bool MayMiss(std::uint32_t a, std::uint32_t b, Missed how, const Stops& stops) const;

  /// On every way from start to `b`, `a` has ended before `b` begins, and ended OK if it is an
  /// action. False if `a` is `b`. Errs to true in one case: `b` is a kill node, and a node that
  /// several branches lead to, `a` in one of them, leads to it.
  bool AlwaysBefore(std::uint32_t a, std::uint32_t b) const;

  /// `a` and `b` are in different branches of one fork, before its join. A node that several of its
  /// branches lead to is in none of them. O(log n).
  bool Parallel(std::uint32_t a, std::uint32_t b) const;

  /// The fork of two nodes that are parallel. O(log n).
  std::uint32_t ForkOf(std::uint32_t a, std::uint32_t b) const;

  /// The join of a fork; kNoNode if it has none.
  std::uint32_t JoinOf(std::uint32_t fork) const { return join_of_[fork]; }

  /// A number for the branch that `n` is in, equal for no two branches; those of branches within
  /// one branch lie together.
  std::uint32_t BranchNumber(std::uint32_t n) const { return branch_numbers_[frame_of_[n]]; }

  /// The steps that searches may take are used up.
  bool IsUsedUp() const { return searches_.IsUsedUp(); }

 private:
  struct Frame {
    std::uint32_t fork = sema::kNoNode;  ///< none: the outermost
    bool is_path = false;                ///< otherwise some path of the fork
  };

  void Leave(std::uint32_t n);
  std::uint32_t AddFrame(std::uint32_t parent, Frame frame);
  void NumberBranches();
  void RankNodes();
  bool MayReach(std::uint32_t from, std::uint32_t to) const;
  bool IsOnWay(std::uint32_t from, std::uint32_t at, std::uint32_t past, std::uint32_t to) const;

  const sema::Graph& graph_;
  const Predecessors& predecessors_;
  std::vector<std::uint32_t> frame_of_;  ///< of each node
  std::vector<Frame> frames_;
  Ancestry frame_tree_;
  std::vector<std::uint32_t> branch_numbers_;  ///< of each frame
  std::vector<std::uint32_t> join_of_;         ///< of each node that is a fork

  /// A number for each node, greater than those of all nodes it leads to, and the least of these:
  /// where the interval of `b` is not within that of `a`, no path leads from `a` to `b`.
  std::vector<std::uint32_t> rank_;
  std::vector<std::uint32_t> least_;
  mutable Budget searches_{10'000'000};      ///< mostly a tenth of a second
  mutable std::vector<std::uint32_t> seen_;  ///< of each node, the last search that came to it
  mutable std::uint32_t search_ = 0;
};

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_FLOW_H_
