#include <cstddef>
#include <unordered_map>
#include <utility>

#include "compiler/diagnostics/fixes.h"
#include "compiler/sema/fork_join_paths.h"

namespace hpdl::sema {
namespace {

using ast::NodeType;

/// Reports each violation of the rules of fork and join.
class ForkJoinRules {
 public:
  ForkJoinRules(const Graph& graph, const ForkJoinPaths& paths, const Reporter& reporter)
      : graph_(graph), paths_(paths), reporter_(reporter) {}

  void Check() {
    if (paths_.fork_count != paths_.join_count) {
      // The counts are not compared if a transition is missing, because the joins after it have not
      // been counted.
      if (!graph_.incomplete) {
        ReportCount();
      }
      return;
    }
    // If Report() finds no error, each join closes one fork and no fork has two joins. The numbers
    // of forks and joins are equal, so each fork has one join. Therefore no separate check for
    // Oozie's E0733 is needed.
    for (const std::uint32_t n : graph_.order) {
      Report(n);
    }
  }

 private:
  const ast::Node& node(std::uint32_t n) const { return graph_.node(n); }
  NodeType type(std::uint32_t n) const { return graph_.node(n).type; }
  Message Quoted(std::uint32_t n) const { return hpdl::Quoted(node(n).name.text); }

  void ReportCount() {
    const Message counts = Message(std::to_string(paths_.fork_count)) +
                           (paths_.fork_count == 1 ? " fork" : " forks") + " and " +
                           std::to_string(paths_.join_count) +
                           (paths_.join_count == 1 ? " join" : " joins") +
                           " can be reached; each fork needs a join of its own";
    Diagnostic* diagnostic = nullptr;
    std::size_t notes = 0;
    for (const std::uint32_t n : graph_.order) {
      const Message why = WhyUnpaired(n);
      if (why.empty() || ++notes > kMaxNotes) {
        continue;
      }
      if (diagnostic == nullptr) {
        diagnostic = &reporter_.Emit(DiagnosticKind::kForkJoinCount, node(n).name.range,
                                     counts + ": " + why);
      } else {
        diagnostic->notes.push_back(reporter_.Note(node(n).name.range, why));
      }
    }
    if (diagnostic == nullptr) {
      reporter_.Emit(DiagnosticKind::kForkJoinCount, graph_.workflow->range, counts);
    }
  }

  Message WhyUnpaired(std::uint32_t n) const {
    if (type(n) == NodeType::kFork && !paths_.joins[n].any()) {
      return "no branch of fork " + Quoted(n) + " reaches a join";
    }
    if (type(n) == NodeType::kFork && paths_.joins[n].several()) {
      return "the branches of fork " + Quoted(n) + " reach different joins";
    }
    if (type(n) == NodeType::kJoin && paths_.open[n].none) {
      return "join " + Quoted(n) + " is reached while no fork is open";
    }
    if (type(n) == NodeType::kJoin && paths_.open[n].forks.several()) {
      return "join " + Quoted(n) + " is reached from several forks";
    }
    return {};
  }

  void Report(std::uint32_t n) {
    switch (type(n)) {
      case NodeType::kJoin:
        ReportJoin(n);
        break;
      case NodeType::kFork:
        ReportFork(n);
        ReportShared(n);
        break;
      case NodeType::kEnd:
      case NodeType::kKill:
        break;
      default:
        ReportShared(n);
    }
    ReportEdgesToEnd(n);
  }

  void ReportJoin(std::uint32_t n) {
    if (paths_.open[n].none) {
      reporter_.Emit(DiagnosticKind::kJoinWithoutFork, node(n).name.range,
                     "join " + Quoted(n) + " is reached while no fork is open");
    }
    if (paths_.open[n].forks.several()) {
      Diagnostic& diagnostic =
          reporter_.Emit(DiagnosticKind::kJoinWithManyForks, node(n).name.range,
                         "join " + Quoted(n) +
                             " is reached from more than one fork; each fork needs its own join");
      for (const std::uint32_t fork : paths_.open[n].forks.nodes) {
        diagnostic.notes.push_back(
            reporter_.Note(node(fork).name.range, "from fork " + Quoted(fork)));
      }
    }
  }

  void ReportFork(std::uint32_t n) {
    if (paths_.joins[n].several()) {
      Diagnostic& diagnostic =
          reporter_.Emit(DiagnosticKind::kForkWithManyJoins, node(n).name.range,
                         "the branches of fork " + Quoted(n) +
                             " reach different joins; all branches must meet in one join");
      for (const std::uint32_t join : paths_.joins[n].nodes) {
        diagnostic.notes.push_back(reporter_.Note(
            node(join).name.range, "join " + Quoted(join) + " is one of these joins"));
      }
    }
    const auto targets = graph_.TargetsOf(n);
    std::unordered_map<std::uint32_t, std::uint32_t> seen;
    for (std::uint32_t e = 0; e < targets.size(); ++e) {
      const std::uint32_t target = targets[e];
      if (target == kNoNode || type(target) == NodeType::kKill || type(target) == NodeType::kJoin) {
        continue;
      }
      const auto [first, added] = seen.emplace(target, e);
      if (!added) {
        Diagnostic& diagnostic =
            reporter_.Emit(DiagnosticKind::kRepeatedForkPath, node(n).edges[e].to.range,
                           "fork " + Quoted(n) + " leads to " + Quoted(target) +
                               " more than once; its paths must differ");
        diagnostic.notes.push_back(
            reporter_.Note(node(n).edges[first->second].to.range, "the first path is here"));
        // A fork needs at least two paths, so a fork with two paths gets no fix. The author may
        // have copied a path and forgotten to change its target.
        if (targets.size() > 2) {
          diagnostic.fix = RemoveTag(*reporter_.source, node(n).edges[e].range);
        }
      }
    }
  }

  void ReportShared(std::uint32_t n) {
    const OkPaths& ok = paths_.ok[n];
    if (!ok.differ || ok.unclear) {
      return;
    }
    auto [first, second] = ok.arrivals;
    const auto range = [&](const Arrival& a) { return node(a.from).edges[a.edge].to.range; };
    if (range(second).begin < range(first).begin) {
      std::swap(first, second);
    }
    reporter_
        .Emit(DiagnosticKind::kSharedBranchNode, range(second),
              Quoted(n) +
                  " is entered by ok transitions of two branches; only a join may be entered by "
                  "several branches")
        .notes.push_back(reporter_.Note(range(first), "the other transition is here"));
  }

  void ReportEdgesToEnd(std::uint32_t n) {
    const std::uint32_t fork = paths_.after[n].forks.nodes[0];
    if (fork == kNoNode) {
      return;
    }
    const auto targets = graph_.TargetsOf(n);
    const bool hws = graph_.workflow->dialect == ast::Dialect::kHws;
    for (std::uint32_t e = 0; e < targets.size(); ++e) {
      if (targets[e] == kNoNode || type(targets[e]) != NodeType::kEnd) {
        continue;
      }
      reporter_
          .Emit(hws ? DiagnosticKind::kEndInsideForkHws : DiagnosticKind::kEndInsideFork,
                node(n).edges[e].to.range,
                Quoted(n) + " leads to end node " + Quoted(targets[e]) + " inside fork " +
                    Quoted(fork) +
                    (hws ? "; the end node stops the other branches"
                         : "; the branches must join first"))
          .notes.push_back(reporter_.Note(node(fork).name.range, "the fork is here"));
    }
  }

  static constexpr std::size_t kMaxNotes = 16;

  const Graph& graph_;
  const ForkJoinPaths& paths_;
  const Reporter& reporter_;
};

}  // namespace

std::uint64_t CheckForkJoin(const Graph& graph, const Reporter& reporter) {
  const ForkJoinPaths paths = FollowPaths(graph);
  ForkJoinRules(graph, paths, reporter).Check();
  return paths.steps;
}

}  // namespace hpdl::sema
