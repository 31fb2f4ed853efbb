#include <algorithm>

#include "compiler/sema/graph.h"
#include "compiler/sema/node_hints.h"

namespace hpdl::sema {
namespace {

std::size_t EdgesNeeded(ast::NodeType type) {
  switch (type) {
    case ast::NodeType::kEnd:
    case ast::NodeType::kKill:
      return 0;
    case ast::NodeType::kAction:
      return 2;
    default:
      return 1;
  }
}

/// One node on the current path of the walk.
struct Step {
  std::uint32_t node;
  std::uint32_t next_edge = 0;
};

/// The most cycles that are reported, and the most nodes that are shown for each cycle. A single
/// transition may close very many cycles, but few reported cycles are enough to correct the file.
constexpr std::size_t kMaxCycles = 10;
constexpr std::size_t kMaxShown = 16;

/// Reports the cycle that the last edge of `path` closes. The cycle begins at `path[from]`.
void ReportCycle(const Graph& graph, const std::vector<Step>& path, std::size_t from,
                 const Reporter& reporter) {
  const std::size_t length = path.size() - from;
  const auto name = [&](std::size_t i) { return graph.node(path[from + i].node).name.text; };
  const auto edge = [&](std::size_t i) -> const ast::Edge& {
    return graph.node(path[from + i].node).edges[path[from + i].next_edge - 1];
  };
  Message route = name(0);
  for (std::size_t i = 1; i < std::min(length, kMaxShown); ++i) {
    route += " -> " + Message(name(i));
  }
  route += (length > kMaxShown ? " -> ... -> " : " -> ") + Message(name(0));
  Diagnostic& diagnostic =
      reporter.Emit(DiagnosticKind::kCycle, edge(length - 1).to.range,
                    Quoted(name(length - 1)) + " leads back to " + Quoted(name(0)) + ": " + route +
                        "; a workflow may not loop");
  for (std::size_t i = 0; i + 1 < std::min(length, kMaxShown); ++i) {
    diagnostic.notes.push_back(reporter.Note(
        edge(i).to.range, Quoted(name(i)) + " leads to " + Quoted(name(i + 1)) + " here"));
  }
  if (length > kMaxShown) {
    diagnostic.notes.push_back(reporter.Note(
        graph.node(path[from].node).name.range,
        "and " + Message(std::to_string(length - kMaxShown)) + " more nodes of this cycle"));
  }
}

enum Mark : std::uint8_t { kNew, kOpen, kDone };

void Walk(Graph& graph, const Reporter& reporter) {
  const std::size_t count = graph.workflow->nodes.size();
  std::vector<Mark> marks(count, kNew);
  // The index in `path` of each node on the current path.
  std::vector<std::uint32_t> place(count);
  std::vector<Step> path = {{graph.start}};
  std::size_t cycles = 0;
  marks[graph.start] = kOpen;
  while (!path.empty()) {
    Step& step = path.back();
    const auto targets = graph.TargetsOf(step.node);
    if (step.next_edge == targets.size()) {
      marks[step.node] = kDone;
      graph.order.push_back(step.node);
      path.pop_back();
      continue;
    }
    const std::uint32_t target = targets[step.next_edge++];
    if (target == kNoNode || marks[target] == kDone) {
      continue;
    }
    if (marks[target] == kOpen) {
      graph.cyclic = true;
      if (++cycles <= kMaxCycles) {
        ReportCycle(graph, path, place[target], reporter);
      }
      continue;
    }
    marks[target] = kOpen;
    place[target] = static_cast<std::uint32_t>(path.size());
    path.push_back({target});
  }
  std::reverse(graph.order.begin(), graph.order.end());
  for (const std::uint32_t n : graph.order) {
    graph.reachable[n] = true;
  }
}

/// Returns the unreachable nodes that need a warning: the first node of each dead branch. The nodes
/// behind it are unreachable for the same reason. A circle to which no other node leads has no
/// first node; then the node that comes first in the file stands for it.
std::vector<std::uint32_t> HeadsOfDeadBranches(const Graph& graph) {
  const auto& nodes = graph.workflow->nodes;
  std::vector<bool> is_entered(nodes.size());  // true if an unreachable node leads to the node
  for (std::uint32_t n = 0; n < nodes.size(); ++n) {
    for (const std::uint32_t target : graph.TargetsOf(n)) {
      if (target != kNoNode && !graph.reachable[n]) {
        is_entered[target] = true;
      }
    }
  }
  std::vector<bool> covered = graph.reachable;
  std::vector<std::uint32_t> heads;
  std::vector<std::uint32_t> left;
  for (const bool of_circles : {false, true}) {
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
      if (covered[n] || is_entered[n] != of_circles) {
        continue;
      }
      heads.push_back(n);
      left.push_back(n);
      while (!left.empty()) {
        const std::uint32_t at = left.back();
        left.pop_back();
        if (at != kNoNode && !covered[at]) {
          covered[at] = true;
          const auto targets = graph.TargetsOf(at);
          left.insert(left.end(), targets.begin(), targets.end());
        }
      }
    }
  }
  return heads;
}

void ReportUnknown(const ast::Name& to, const Graph& graph, NodeHints& hints,
                   const Reporter& reporter) {
  NodeHints::Hint hint;
  if (!graph.lost.contains(to.text)) {
    hint = hints.For(to.text, to.range);
  }
  if (!hint.text.empty() || !graph.MayBeLost(to.text)) {
    reporter
        .Emit(DiagnosticKind::kUnknownNode, to.range,
              "there is no node " + Quoted(to.text) + hint.text)
        .fix = std::move(hint.fix);
  }
}

/// Reports the transitions of reachable nodes to nodes that do not exist. Reports those of all
/// nodes if the graph has other errors, because a node may be unreachable only by such an error.
void CheckTargets(const Graph& graph, const Reporter& reporter) {
  const bool all = graph.incomplete || graph.duplicates || graph.nameless || !graph.lost.empty();
  NodeHints hints(*graph.workflow);
  for (std::uint32_t n = 0; n < graph.workflow->nodes.size(); ++n) {
    const auto targets = graph.TargetsOf(n);
    for (std::size_t e = 0; (all || graph.reachable[n]) && e < targets.size(); ++e) {
      const ast::Name& to = graph.node(n).edges[e].to;
      if (targets[e] == kNoNode && !to.text.empty() && to.text != graph.node(n).name.text) {
        ReportUnknown(to, graph, hints, reporter);
      }
    }
  }
}

}  // namespace

void CheckReachability(Graph& graph, const Reporter& reporter) {
  const auto& nodes = graph.workflow->nodes;
  graph.reachable.assign(nodes.size(), false);
  if (graph.start == kNoNode) {
    return;
  }
  Walk(graph, reporter);
  for (const std::uint32_t n : graph.order) {
    const auto targets = graph.TargetsOf(n);
    graph.incomplete |= targets.size() < EdgesNeeded(nodes[n].type) ||
                        std::find(targets.begin(), targets.end(), kNoNode) != targets.end();
  }
  CheckTargets(graph, reporter);
  // If a transition is wrong, its intended target may seem unreachable, so there are no warnings.
  if (graph.incomplete || graph.duplicates) {
    return;
  }
  for (const std::uint32_t n : HeadsOfDeadBranches(graph)) {
    // There is no warning of a start node: a second start node was already reported as an error,
    // and no transition may lead to a start node.
    if (nodes[n].type != ast::NodeType::kStart) {
      Diagnostic& warning =
          reporter.Emit(DiagnosticKind::kUnreachableNode, nodes[n].name.range,
                        "no path from start leads to " + Quoted(nodes[n].name.text));
      const auto targets = graph.TargetsOf(n);
      for (std::size_t e = 0; e < targets.size(); ++e) {
        if (targets[e] == kNoNode) {
          const ast::Name& to = nodes[n].edges[e].to;
          warning.notes.push_back(reporter.Note(to.range, "there is no node " + Quoted(to.text)));
        }
      }
    }
  }
}

}  // namespace hpdl::sema
