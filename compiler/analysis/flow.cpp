#include "compiler/analysis/flow.h"

#include <numeric>
#include <utility>

namespace hpdl::analysis {
namespace {

using ast::NodeType;
using sema::kNoNode;

constexpr std::uint32_t kRootFrame = 0;

}  // namespace

Flow::Flow(const sema::Graph& graph) : graph_(graph) {
  const std::size_t nodes = graph.workflow->nodes.size();
  seen_.assign(nodes, 0);
  positions_.assign(nodes, 0);
  frame_of_.assign(nodes, kNoNode);
  frame_of_[graph.start] = kRootFrame;
  FindSources();
  for (std::uint32_t i = 0; i < graph.order.size(); ++i) {
    positions_[graph.order[i]] = i;
    Leave(graph.order[i]);
  }
}

void Flow::FindSources() {
  const auto for_each = [this](const auto& visit) {
    for (const std::uint32_t n : graph_.order) {
      for (const std::uint32_t target : graph_.TargetsOf(n)) {
        visit(n, target);
      }
    }
  };
  first_source_.assign(graph_.workflow->nodes.size() + 1, 0);
  for_each([this](std::uint32_t, std::uint32_t target) { ++first_source_[target + 1]; });
  std::partial_sum(first_source_.begin(), first_source_.end(), first_source_.begin());
  sources_.resize(first_source_.back());
  std::vector<std::uint32_t> next(first_source_.begin(), first_source_.end() - 1);
  for_each([&](std::uint32_t n, std::uint32_t target) { sources_[next[target]++] = n; });
}

/// Sets the frames (see Flow) of the targets of `n`. A join is in the frame of its fork. Any other
/// target is in the innermost frame that contains all paths followed to this target so far.
void Flow::Leave(std::uint32_t n) {
  const bool forks = graph_.node(n).type == NodeType::kFork;
  const std::uint32_t some_path = forks ? AddFrame(n, frame_of_[n], false) : kNoNode;
  for (const std::uint32_t target : graph_.TargetsOf(n)) {
    const std::uint32_t way = forks ? AddFrame(n, some_path, true) : frame_of_[n];
    const std::uint32_t fork = frames_[way].fork;
    std::uint32_t& frame = frame_of_[target];
    if (graph_.node(target).type == NodeType::kJoin && fork != kNoNode) {
      frame = frame_of_[fork];
    } else {
      frame = frame == kNoNode ? way : Meet(frame, way);
    }
  }
}

std::uint32_t Flow::AddFrame(std::uint32_t fork, std::uint32_t parent, bool is_path) {
  frames_.push_back({fork, parent, frames_[parent].depth + 1, is_path});
  return static_cast<std::uint32_t>(frames_.size()) - 1;
}

/// Returns the innermost frame that contains both frames. Returns the outermost frame if the budget
/// of steps is used up.
std::uint32_t Flow::Meet(std::uint32_t frame, std::uint32_t other) const {
  while (frame != other && steps_.Take()) {
    std::uint32_t& inner = frames_[frame].depth < frames_[other].depth ? other : frame;
    inner = frames_[inner].parent;
  }
  return frame == other ? frame : kRootFrame;
}

/// `a` and `b` are parallel if their innermost common frame stands for "some branch of a fork" and
/// both nodes are in frames below this frame.
bool Flow::Parallel(std::uint32_t a, std::uint32_t b) const {
  const std::uint32_t meet = Meet(frame_of_[a], frame_of_[b]);
  return meet != kRootFrame && !frames_[meet].is_path && frame_of_[a] != meet &&
         frame_of_[b] != meet;
}

std::uint32_t Flow::ForkOf(std::uint32_t a, std::uint32_t b) const {
  return frames_[Meet(frame_of_[a], frame_of_[b])].fork;
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
    if (!steps_.Take()) {
      return false;
    }
    for (const std::uint32_t from : SourcesOf(at)) {
      if (positions_[from] >= positions_[a] && std::exchange(seen_[from], search_) != search_) {
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
    for (const std::uint32_t from : SourcesOf(at)) {
      if (steps_.Take() && !before[from]) {
        before[from] = true;
        open.push_back(from);
      }
    }
  }
  return before;
}

/// True if the transition from `from` to `at` may be on a path to `to` that avoids `past`. A join
/// waits for the branch of `past`, so a path through another branch of the same fork does not avoid
/// `past`.
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
    for (const std::uint32_t from : SourcesOf(at)) {
      if (!steps_.Take()) {
        return false;
      }
      if (from == a && may_fail && ways_out.size() > 1 && ways_out[1] == at) {
        return true;
      }
      const bool may_lead = how == Missed::kSkipped || positions_[from] > positions_[a];
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
