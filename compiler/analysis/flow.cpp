#include "compiler/analysis/flow.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace hpdl::analysis {
namespace {

using ast::NodeType;
using sema::kNoNode;

constexpr std::uint64_t kMaxShared = 1 << 22;

constexpr std::uint32_t kRootFrame = 0;

std::uint32_t Begin(std::uint32_t node) {
  return 3 * node;
}
std::uint32_t EndOk(std::uint32_t node) {
  return 3 * node + 1;
}
std::uint32_t EndError(std::uint32_t node) {
  return 3 * node + 2;
}

/// What must have happened when a node has ended well.
std::uint32_t End(const sema::Graph& graph, std::uint32_t node) {
  return graph.node(node).type == NodeType::kAction ? EndOk(node) : Begin(node);
}

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

/// Goes through the nodes in topological order and passes on to the targets of each what is certain
/// behind it.
class FlowBuilder {
 public:
  explicit FlowBuilder(Flow& flow) : flow_(flow), graph_(flow.graph_) {
    const std::size_t nodes = graph_.workflow->nodes.size();
    last_event_.assign(nodes, kNoNode);
    flow.frame_of_.assign(nodes, kNoNode);
    flow.join_of_.assign(nodes, kNoNode);
    flow.implied_joins_.assign(nodes, 0);
    flow.frames_.emplace_back();
    flow.frame_tree_.PlaceRoot(kRootFrame);
  }

  void Run() {
    flow_.frame_of_[graph_.start] = kRootFrame;
    for (const std::uint32_t n : graph_.order) {
      Place(n);
      Leave(n);
    }
    for (auto n = graph_.order.rbegin(); n != graph_.order.rend(); ++n) {
      if (graph_.node(*n).type == NodeType::kJoin) {
        flow_.implied_joins_[*n] = flow_.JoinsImplying(Begin(*n), flow_.frame_of_[*n]);
      }
    }
  }

 private:
  /// Of a node in the frame "some path of a fork": the last certain event by each of the paths that
  /// lead to it. None: too many to tell.
  using ByPath = std::optional<std::unordered_map<std::uint32_t, std::uint32_t>>;

  /// What is certain when an edge is taken, and where that is.
  struct Way {
    std::uint32_t event;
    std::uint32_t frame;
    std::uint32_t from;
  };

  bool IsSomePath(std::uint32_t frame) const {
    return frame != kRootFrame && !flow_.frames_[frame].is_path;
  }

  void Place(std::uint32_t n) {
    if (n == graph_.start) {
      flow_.events_.PlaceRoot(Begin(n));
    } else {
      flow_.events_.Place(Begin(n), last_event_[n]);
    }
    if (graph_.node(n).type == NodeType::kAction) {
      flow_.events_.Place(EndOk(n), Begin(n));
      flow_.events_.Place(EndError(n), Begin(n));
    }
  }

  void Leave(std::uint32_t n) {
    const NodeType type = graph_.node(n).type;
    const std::uint32_t some_path =
        type == NodeType::kFork ? AddFrame(flow_.frame_of_[n], {.fork = n}) : kNoNode;
    const auto targets = graph_.TargetsOf(n);
    for (std::uint32_t e = 0; e < targets.size(); ++e) {
      Way way{Begin(n), flow_.frame_of_[n], n};
      if (type == NodeType::kAction) {
        way.event = e == 0 ? EndOk(n) : EndError(n);
      } else if (type == NodeType::kFork) {
        way.frame = AddFrame(some_path, {.fork = n, .is_path = true});
      }
      if (graph_.node(targets[e]).type == NodeType::kJoin) {
        ArriveAtJoin(targets[e], way);
      } else {
        Arrive(targets[e], way);
      }
    }
  }

  std::uint32_t AddFrame(std::uint32_t parent, Flow::Frame frame) {
    const auto id = static_cast<std::uint32_t>(flow_.frames_.size());
    flow_.frames_.push_back(frame);
    flow_.frame_tree_.Place(id, parent);
    return id;
  }

  void MeetEvent(std::uint32_t* event, std::uint32_t other) const {
    *event = *event == kNoNode ? other : flow_.events_.Meet(*event, other);
  }

  void Arrive(std::uint32_t n, const Way& way) {
    std::uint32_t& frame = flow_.frame_of_[n];
    const bool first = frame == kNoNode;
    const std::uint32_t meet = first ? way.frame : flow_.frame_tree_.Meet(frame, way.frame);
    if (IsSomePath(meet)) {
      if (first) {
        by_path_[n] = PathsOf(meet, way);
      } else {
        if (frame != meet) {
          by_path_[n] = PathsOf(meet, {last_event_[n], frame, n});
        }
        AddPaths(by_path_[n], PathsOf(meet, way));
      }
    }
    frame = meet;
    MeetEvent(&last_event_[n], way.event);
  }

  /// A join is where its fork was; each path by which `way` may come enters it with what is certain
  /// by that path.
  void ArriveAtJoin(std::uint32_t n, const Way& way) {
    const std::uint32_t fork = flow_.frames_[way.frame].fork;
    if (flow_.frame_of_[n] == kNoNode) {
      flow_.join_of_[fork] = n;
      flow_.frame_of_[n] = flow_.frame_of_[fork];
      if (IsSomePath(flow_.frame_of_[n])) {
        by_path_[n] = PathsOf(flow_.frame_of_[n], {Begin(fork), flow_.frame_of_[fork], fork});
      }
    }
    MeetEvent(&last_event_[n], way.event);
    if (flow_.frames_[way.frame].is_path) {
      MeetEvent(&flow_.frames_[way.frame].end, way.event);
    } else if (const ByPath& paths = by_path_[way.from]) {
      for (const auto& [path, event] : *paths) {
        MeetEvent(&flow_.frames_[path].end, event);
      }
    } else if (blurred_.insert(fork).second) {
      // Nothing in any path is certain. Their frames lie behind the one that is parent of all.
      for (std::uint32_t path = way.frame + 1;
           path < flow_.frames_.size() && flow_.frames_[path].fork == fork; ++path) {
        flow_.frames_[path].end = Begin(fork);
      }
    }
  }

  /// By which paths of `some_path` the way comes, which is in that frame or one beneath it.
  ByPath PathsOf(std::uint32_t some_path, const Way& way) {
    std::uint32_t from = way.from;
    if (way.frame != some_path) {
      const std::uint32_t path =
          flow_.frame_tree_.At(way.frame, flow_.frame_tree_.Depth(some_path) + 1);
      if (flow_.frames_[path].is_path) {
        return std::unordered_map<std::uint32_t, std::uint32_t>{{path, way.event}};
      }
      from = flow_.frames_[path].fork;  // which several paths lead to
    }
    const auto found = by_path_.find(from);
    if (found == by_path_.end() || !found->second ||
        (shared_ += found->second->size()) > kMaxShared) {
      return std::nullopt;
    }
    return found->second;
  }

  void AddPaths(ByPath& paths, const ByPath& more) const {
    if (!more) {
      paths.reset();
    }
    if (!paths) {
      return;
    }
    for (const auto& [path, event] : *more) {
      const auto [known, added] = paths->emplace(path, event);
      if (!added) {
        MeetEvent(&known->second, event);
      }
    }
  }

  Flow& flow_;
  const sema::Graph& graph_;
  std::vector<std::uint32_t> last_event_;  ///< where all ways to a node that were seen meet
  std::unordered_map<std::uint32_t, ByPath> by_path_;
  std::uint64_t shared_ = 0;  ///< entries copied
  std::unordered_set<std::uint32_t> blurred_;
};

Flow::Flow(const sema::Graph& graph)
    : graph_(graph), events_(3 * graph.workflow->nodes.size()), frame_tree_(CountFrames(graph)) {
  FlowBuilder(*this).Run();
  NumberBranches();
  RankNodes();
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

/// Whether the join of the path that `frame` is cannot begin before `event` has happened, which is
/// in that frame.
bool Flow::ImpliedByJoin(std::uint32_t event, std::uint32_t frame) const {
  const Frame& path = frames_[frame];
  return path.is_path && path.end != kNoNode && events_.Above(event, path.end);
}

/// How many joins, one around the other, imply `event` in `frame` without a gap.
std::uint32_t Flow::JoinsImplying(std::uint32_t event, std::uint32_t frame) const {
  return ImpliedByJoin(event, frame) ? 1 + implied_joins_[join_of_[frames_[frame].fork]] : 0;
}

bool Flow::AlwaysBefore(std::uint32_t a, std::uint32_t b) const {
  if (a == b || !MayReach(a, b)) {
    return false;
  }
  const std::uint32_t event = End(graph_, a);
  if (events_.Above(event, Begin(b))) {
    return true;
  }
  // Otherwise by the join of the outermost fork that `a` is inside of and `b` is not.
  const std::uint32_t inner = frame_of_[a];
  const std::uint32_t meet = frame_tree_.Meet(inner, frame_of_[b]);
  if (inner == meet) {
    return false;
  }
  const std::uint32_t outer = frame_tree_.At(inner, frame_tree_.Depth(meet) + 1);
  const std::uint32_t join = join_of_[frames_[outer].fork];
  if (frames_[outer].is_path || join == kNoNode) {
    return false;
  }
  const std::uint32_t levels = frame_tree_.Depth(inner) - frame_tree_.Depth(meet);
  return levels % 2 == 0 && JoinsImplying(event, inner) >= levels / 2 &&
         events_.Above(Begin(join), Begin(b));
}

bool Flow::AlwaysFailedBefore(std::uint32_t a, std::uint32_t b) const {
  return a != b && graph_.node(a).type == NodeType::kAction && events_.Above(EndError(a), Begin(b));
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
  if (!MayReach(a, b)) {
    return true;
  }
  if (events_.Above(Begin(a), Begin(b))) {
    return false;
  }
  seen_.resize(graph_.workflow->nodes.size());
  ++search_;
  std::vector<std::uint32_t> open = {a};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (at == b) {
      return false;
    }
    for (const std::uint32_t target : graph_.TargetsOf(at)) {
      if (!searches_.Take()) {
        return false;
      }
      if (MayReach(target, b) && seen_[target] != search_) {
        seen_[target] = search_;
        open.push_back(target);
      }
    }
  }
  return true;
}

}  // namespace hpdl::analysis
