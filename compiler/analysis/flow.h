#ifndef HPDL_COMPILER_ANALYSIS_FLOW_H_
#define HPDL_COMPILER_ANALYSIS_FLOW_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

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
/// to do with each other is seldom far apart. The steps of all that is asked are bounded; when they
/// are used up NeverBefore, MayMiss and Parallel say false.
class Flow {
 public:
  /// Of a graph without errors, whose forks and joins are in pairs; it must outlive this. Linear,
  /// but for forks within forks within forks.
  explicit Flow(const sema::Graph& graph);

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
  /// branches lead to is in none of them.
  bool Parallel(std::uint32_t a, std::uint32_t b) const;

  /// The fork of two nodes that are parallel.
  std::uint32_t ForkOf(std::uint32_t a, std::uint32_t b) const;

  /// The join of a fork; kNoNode if it has none.
  std::uint32_t JoinOf(std::uint32_t fork) const { return join_of_[fork]; }

  /// The steps that may be taken are used up.
  bool IsUsedUp() const { return steps_.IsUsedUp(); }

 private:
  struct Frame {
    std::uint32_t fork = sema::kNoNode;  ///< none: the outermost
    std::uint32_t parent = 0;
    std::uint32_t depth = 0;
    bool is_path = false;  ///< otherwise some path of the fork
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
  /// The transitions of reachable nodes from their targets' side, as Graph::targets.
  std::vector<std::uint32_t> first_source_, sources_;
  std::vector<std::uint32_t> positions_;  ///< of each node in Graph::order
  std::vector<std::uint32_t> frame_of_;   ///< of each node
  std::vector<std::uint32_t> join_of_;    ///< of each node that is a fork
  std::vector<Frame> frames_{Frame()};
  mutable Budget steps_{20'000'000};         ///< a third of a second
  mutable std::vector<std::uint32_t> seen_;  ///< of each node, the last search that came to it
  mutable std::uint32_t search_ = 0;
};

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_FLOW_H_
