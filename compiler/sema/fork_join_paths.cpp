#include "compiler/sema/fork_join_paths.h"

#include <utility>

namespace hpdl::sema {
namespace {

using ast::NodeType;

class PathFollower {
 public:
  explicit PathFollower(const Graph& graph) : graph_(graph) {
    const std::size_t count = graph.workflow->nodes.size();
    paths_.open.resize(count);
    paths_.after.resize(count);
    paths_.ok.resize(count);
    paths_.joins.resize(count);
    eldest_.assign(count, kNoDecision);
    entered_by_.assign(count, kNoNode);
  }

  ForkJoinPaths Follow() {
    paths_.open[graph_.start].none = true;
    paths_.ok[graph_.start].count = 1;
    for (const std::uint32_t n : graph_.order) {
      Arrive(n);
      Leave(n);
    }
    return std::move(paths_);
  }

 private:
  NodeType type(std::uint32_t n) const { return graph_.node(n).type; }

  /// Sets the forks that are open after `n`, and the eldest decision of `n`. All nodes that lead to
  /// `n` have been visited.
  void Arrive(std::uint32_t n) {
    const OpenForks& open = paths_.open[n];
    paths_.after[n] = open;
    if (type(n) == NodeType::kFork) {
      ++paths_.fork_count;
      paths_.after[n] = {};
      paths_.after[n].forks.Add(n);
    } else if (type(n) == NodeType::kJoin) {
      ++paths_.join_count;
      Close(n, open);
    }
    SetEldest(n);
  }

  void Close(std::uint32_t join, const OpenForks& open) {
    for (const std::uint32_t fork : open.forks.nodes) {
      if (fork != kNoNode) {
        paths_.joins[fork].Add(join);
      }
    }
    paths_.after[join] = open.exactly_one() ? paths_.open[open.forks.nodes[0]] : OpenForks{};
  }

  void SetEldest(std::uint32_t n) {
    const OkPaths& ok = paths_.ok[n];
    if (type(n) == NodeType::kJoin) {
      // After the join there is one path again. Its eldest decision is the eldest decision of the
      // fork.
      eldest_[n] = paths_.open[n].exactly_one() ? eldest_[paths_.open[n].forks.nodes[0]] : kUnclear;
    } else if (ok.differ || ok.unclear) {
      eldest_[n] = kUnclear;
    } else {
      eldest_[n] = ok.eldest;
    }
    if (type(n) == NodeType::kDecision && eldest_[n] == kNoDecision) {
      own_eldest_ = n;
    } else {
      own_eldest_ = eldest_[n];
    }
  }

  void Leave(std::uint32_t n) {
    const auto targets = graph_.TargetsOf(n);
    const bool on_ok_path = paths_.ok[n].count > 0;
    for (std::uint32_t e = 0; e < targets.size(); ++e) {
      ++paths_.steps;
      const std::uint32_t target = targets[e];
      if (target == kNoNode) {
        continue;
      }
      paths_.open[target].Add(paths_.after[n]);
      const bool repeated = type(n) != NodeType::kAction && entered_by_[target] == n;
      entered_by_[target] = n;
      const bool error_edge = type(n) == NodeType::kAction && e > 0;
      if (on_ok_path && !error_edge && !repeated) {
        paths_.ok[target].Add(own_eldest_, {n, e});
      }
    }
  }

  const Graph& graph_;
  ForkJoinPaths paths_;
  std::vector<std::uint32_t> eldest_;
  std::vector<std::uint32_t> entered_by_;
  std::uint32_t own_eldest_ = kNoDecision;  ///< the eldest decision for the node's targets
};

}  // namespace

ForkJoinPaths FollowPaths(const Graph& graph) {
  return PathFollower(graph).Follow();
}

}  // namespace hpdl::sema
