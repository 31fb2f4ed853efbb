#include "compiler/analysis/flow.h"

#include <algorithm>
#include <utility>

namespace hpdl::analysis {
namespace {

using ast::NodeType;
using sema::kNoNode;

constexpr std::uint32_t kRootFrame = 0;

std::size_t CountFrames(const sema::Graph& graph) {
  std::size_t count = 1;
  for (const std::uint32_t n : graph.order) {
    if (graph.node(n).type == NodeType::kFork) {
      count += 1 + graph.TargetsOf(n).size();
    }
  }
  return count;
}

}  // namespace

Flow::Flow(const sema::Graph& graph, const Predecessors& predecessors)
    : graph_(graph), predecessors_(predecessors), frame_tree_(CountFrames(graph)) {
  seen_.assign(graph.workflow->nodes.size(), 0);
  frame_of_.assign(graph.workflow->nodes.size(), kNoNode);
  join_of_.assign(graph.workflow->nodes.size(), kNoNode);
  frame_of_[graph.start] = kRootFrame;
  frames_.emplace_back();
  frame_tree_.PlaceRoot(kRootFrame);
  for (const std::uint32_t n : graph.order) {
    Leave(n);
  }
  NumberBranches();
  RankNodes();
}

/// Says of the targets of `n` in which frame they are, as far as ways to them were seen. A join is
/// where its fork is.
void Flow::Leave(std::uint32_t n) {
  const bool forks = graph_.node(n).type == NodeType::kFork;
  const std::uint32_t some_path = forks ? AddFrame(frame_of_[n], {.fork = n}) : kNoNode;
  for (const std::uint32_t target : graph_.TargetsOf(n)) {
    const std::uint32_t way =
        forks ? AddFrame(some_path, {.fork = n, .is_path = true}) : frame_of_[n];
    std::uint32_t& frame = frame_of_[target];
    if (graph_.node(target).type == NodeType::kJoin) {
      frame = frame_of_[frames_[way].fork];
      join_of_[frames_[way].fork] = target;
    } else {
      frame = frame == kNoNode ? way : frame_tree_.Meet(frame, way);
    }
  }
}

std::uint32_t Flow::AddFrame(std::uint32_t parent, Frame frame) {
  const auto id = static_cast<std::uint32_t>(frames_.size());
  frames_.push_back(frame);
  frame_tree_.Place(id, parent);
  return id;
}

/// In preorder. Frames stand behind their parents, and those of one parent in order.
void Flow::NumberBranches() {
  std::vector<std::uint32_t> sizes(frames_.size(), 1);
  for (std::size_t frame = frames_.size() - 1; frame > kRootFrame; --frame) {
    sizes[frame_tree_.Parent(static_cast<std::uint32_t>(frame))] += sizes[frame];
  }
  branch_numbers_.assign(frames_.size(), 0);
  std::vector<std::uint32_t> next(frames_.size(), 1);
  for (std::uint32_t frame = 1; frame < frames_.size(); ++frame) {
    std::uint32_t& number = next[frame_tree_.Parent(frame)];
    branch_numbers_[frame] = number;
    next[frame] = number + 1;
    number += sizes[frame];
  }
}

void Flow::RankNodes() {
  const auto count = static_cast<std::uint32_t>(graph_.order.size());
  rank_.assign(graph_.workflow->nodes.size(), 0);
  least_.assign(graph_.workflow->nodes.size(), 0);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t n = graph_.order[count - 1 - i];
    rank_[n] = i;
    least_[n] = i;
    for (const std::uint32_t target : graph_.TargetsOf(n)) {
      least_[n] = std::min(least_[n], least_[target]);
    }
  }
}

bool Flow::Parallel(std::uint32_t a, std::uint32_t b) const {
  const std::uint32_t meet = frame_tree_.Meet(frame_of_[a], frame_of_[b]);
  const auto in_path = [&](std::uint32_t node) {
    const std::uint32_t frame = frame_of_[node];
    return frame != meet && frames_[frame_tree_.At(frame, frame_tree_.Depth(meet) + 1)].is_path;
  };
  return meet != kRootFrame && !frames_[meet].is_path && in_path(a) && in_path(b);
}

std::uint32_t Flow::ForkOf(std::uint32_t a, std::uint32_t b) const {
  return frames_[frame_tree_.Meet(frame_of_[a], frame_of_[b])].fork;
}

bool Flow::MayReach(std::uint32_t from, std::uint32_t to) const {
  return least_[from] <= least_[to] && rank_[to] <= rank_[from];
}

bool Flow::NeverBefore(std::uint32_t a, std::uint32_t b) const {
  ++search_;
  std::vector<std::uint32_t> open = {b};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (at == a) {
      return false;
    }
    if (!searches_.Take()) {
      return false;
    }
    for (const std::uint32_t from : predecessors_.Of(at)) {
      if (MayReach(a, from) && std::exchange(seen_[from], search_) != search_) {
        open.push_back(from);
      }
    }
  }
  return true;
}

std::vector<bool> Flow::NodesBefore(std::uint32_t n) const {
  std::vector<bool> before(seen_.size());
  std::vector<std::uint32_t> open = {n};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    for (const std::uint32_t from : predecessors_.Of(at)) {
      if (searches_.Take() && !before[from]) {
        before[from] = true;
        open.push_back(from);
      }
    }
  }
  return before;
}

/// Whether the transition from `from` to `at` may be the last one so far in the branch that `past`
/// is in, for runs that come to `to`.
bool Flow::IsOnWay(std::uint32_t from, std::uint32_t at, std::uint32_t past,
                   std::uint32_t to) const {
  const bool joins = graph_.node(at).type == NodeType::kJoin;
  if (!Parallel(from, past)) {
    return !joins || graph_.node(from).type != NodeType::kFork;
  }
  const std::uint32_t fork = ForkOf(from, past);
  return ForkOf(to, past) == fork || (!joins && ForkOf(at, past) != fork);
}

bool Flow::MayMiss(std::uint32_t a, std::uint32_t b, Missed how, const Stops& stops) const {
  ++search_;
  const auto ways_out = graph_.TargetsOf(a);
  const bool may_fail = how == Missed::kFailed && graph_.node(a).type == NodeType::kAction;
  std::vector<std::uint32_t> open = {b};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (at == graph_.start && how == Missed::kSkipped) {
      return true;
    }
    for (const std::uint32_t from : predecessors_.Of(at)) {
      if (!searches_.Take()) {
        return false;
      }
      if (from == a && may_fail && ways_out.size() > 1 && ways_out[1] == at) {
        return true;
      }
      const bool may_lead = how == Missed::kSkipped || MayReach(a, from);
      if (from != a && may_lead && seen_[from] != search_ && IsOnWay(from, at, a, b)) {
        seen_[from] = search_;
        if (!stops(from)) {
          open.push_back(from);
        }
      }
    }
  }
  return false;
}

bool Flow::AlwaysBefore(std::uint32_t a, std::uint32_t b) const {
  const Stops none = [](std::uint32_t) { return false; };
  return a != b && !MayMiss(a, b, Missed::kSkipped, none) && !MayMiss(a, b, Missed::kFailed, none);
}

}  // namespace hpdl::analysis
