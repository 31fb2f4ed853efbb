#include <algorithm>
#include <array>

#include "compiler/diagnostics/fixes.h"
#include "compiler/sema/graph.h"

/// The rules are about paths, of which there may be exponentially many. They all speak of two facts
/// only, which are properties of nodes and can be passed on along transitions in topological order:
///
/// - the *innermost open fork* on arrival. A fork replaces it by itself; a join gives back what was
/// open
///   at the fork it closes, which is known by then. So no stack of forks is needed.
/// - the *eldest decision* on the way here by ok transitions alone; E0743 allows several ways to
/// one node
///   only if they all begin at the same decision.
///
/// Of the open forks a node keeps the two first by document order, and whether none may be open:
/// any join or end reached with two is wrong already, so more would change no verdict, and the
/// bound keeps the walk linear. What follows a wrong join has no known fork, and nothing is said
/// about it.
namespace hpdl::sema {
namespace {

using ast::NodeType;

/// The two least of the nodes that were added; the order of adding does not matter.
struct LeastTwo {
  std::array<std::uint32_t, 2> nodes = {kNoNode, kNoNode};

  void Add(std::uint32_t node) {
    if (node < nodes[0]) {
      nodes = {node, nodes[0]};
    } else if (node != nodes[0] && node < nodes[1]) {
      nodes[1] = node;
    }
  }
  bool any() const { return nodes[0] != kNoNode; }
  bool several() const { return nodes[1] != kNoNode; }
};

/// The forks that may be the innermost open one.
struct OpenForks {
  LeastTwo forks;
  bool none = false;  ///< some path has no fork open

  void Add(const OpenForks& other) {
    none |= other.none;
    for (const std::uint32_t fork : other.forks.nodes) {
      forks.Add(fork);
    }
  }
  bool exactly_one() const { return forks.any() && !forks.several() && !none; }
};

/// Where ok transitions come from. kNoDecision: straight from start; kUnclear: after an E0743.
constexpr std::uint32_t kNoDecision = kNoNode;
constexpr std::uint32_t kUnclear = kNoNode - 1;

struct Arrival {
  std::uint32_t from = kNoNode;
  std::uint32_t edge = 0;
};

struct OkPaths {
  std::uint32_t count = 0;
  std::uint32_t eldest = kNoDecision;
  bool differ = false;
  bool unclear = false;
  std::array<Arrival, 2> arrivals;  ///< the first, and the one that made it wrong

  void Add(std::uint32_t decision, Arrival arrival) {
    if (count == 0) {
      eldest = decision;
      arrivals[0] = arrival;
    } else if (!differ && (decision != eldest || decision == kNoDecision)) {
      differ = true;
      arrivals[1] = arrival;
    }
    unclear |= decision == kUnclear;
    ++count;
  }
};

class Checker {
 public:
  Checker(const Graph& graph, const Reporter& reporter) : graph_(graph), reporter_(reporter) {
    const std::size_t count = graph.workflow->nodes.size();
    open_.resize(count);
    after_.resize(count);
    ok_.resize(count);
    eldest_.assign(count, kNoDecision);
    joins_.resize(count);
    entered_by_.assign(count, kNoNode);
  }

  std::uint64_t Run() {
    open_[graph_.start].none = true;
    ok_[graph_.start].count = 1;
    for (const std::uint32_t n : graph_.order) {
      Arrive(n);
      Leave(n);
    }
    if (forks_ != join_count_) {
      // With a transition missing, the join may well be there behind it.
      if (!graph_.incomplete) {
        ReportCount();
      }
      return steps_;
    }
    // Without an error here each join closes one fork and no fork has two joins; as their numbers
    // are equal, each fork then has one: nothing is left of Oozie's E0733.
    for (const std::uint32_t n : graph_.order) {
      Report(n);
    }
    return steps_;
  }

 private:
  const ast::Node& node(std::uint32_t n) const { return graph_.node(n); }
  NodeType type(std::uint32_t n) const { return graph_.node(n).type; }
  Message Quoted(std::uint32_t n) const { return hpdl::Quoted(node(n).name.text); }

  /// All that lead to `n` have been seen: what is open behind it, and its eldest decision.
  void Arrive(std::uint32_t n) {
    const OpenForks& open = open_[n];
    after_[n] = open;
    if (type(n) == NodeType::kFork) {
      ++forks_;
      after_[n] = {};
      after_[n].forks.Add(n);
    } else if (type(n) == NodeType::kJoin) {
      ++join_count_;
      Close(n, open);
    }
    SetEldest(n);
  }

  void Close(std::uint32_t join, const OpenForks& open) {
    for (const std::uint32_t fork : open.forks.nodes) {
      if (fork != kNoNode) {
        joins_[fork].Add(join);
      }
    }
    after_[join] = open.exactly_one() ? open_[open.forks.nodes[0]] : OpenForks{};
  }

  void SetEldest(std::uint32_t n) {
    const OkPaths& ok = ok_[n];
    if (type(n) == NodeType::kJoin) {
      // The branches have become one path again, the one that the fork was on.
      eldest_[n] = open_[n].exactly_one() ? eldest_[open_[n].forks.nodes[0]] : kUnclear;
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
    const bool on_ok_path = ok_[n].count > 0;
    for (std::uint32_t e = 0; e < targets.size(); ++e) {
      ++steps_;
      const std::uint32_t target = targets[e];
      if (target == kNoNode) {
        continue;
      }
      open_[target].Add(after_[n]);
      const bool repeated = type(n) != NodeType::kAction && entered_by_[target] == n;
      entered_by_[target] = n;
      const bool error_edge = type(n) == NodeType::kAction && e > 0;
      if (on_ok_path && !error_edge && !repeated) {
        ok_[target].Add(own_eldest_, {n, e});
      }
    }
  }

  void ReportCount() {
    const Message counts = Message(std::to_string(forks_)) + (forks_ == 1 ? " fork" : " forks") +
                           " and " + std::to_string(join_count_) +
                           (join_count_ == 1 ? " join" : " joins") +
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
    if (type(n) == NodeType::kFork && !joins_[n].any()) {
      return "no branch of fork " + Quoted(n) + " reaches a join";
    }
    if (type(n) == NodeType::kFork && joins_[n].several()) {
      return "the branches of fork " + Quoted(n) + " reach different joins";
    }
    if (type(n) == NodeType::kJoin && open_[n].none) {
      return "join " + Quoted(n) + " is reached while no fork is open";
    }
    if (type(n) == NodeType::kJoin && open_[n].forks.several()) {
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
    if (open_[n].none) {
      reporter_.Emit(DiagnosticKind::kJoinWithoutFork, node(n).name.range,
                     "join " + Quoted(n) + " is reached while no fork is open");
    }
    if (open_[n].forks.several()) {
      Diagnostic& diagnostic = reporter_.Emit(
          DiagnosticKind::kJoinWithManyForks, node(n).name.range,
          "join " + Quoted(n) + " is reached from more than one fork; each needs its own join");
      for (const std::uint32_t fork : open_[n].forks.nodes) {
        diagnostic.notes.push_back(
            reporter_.Note(node(fork).name.range, "from fork " + Quoted(fork)));
      }
    }
  }

  void ReportFork(std::uint32_t n) {
    if (joins_[n].several()) {
      Diagnostic& diagnostic = reporter_.Emit(
          DiagnosticKind::kForkWithManyJoins, node(n).name.range,
          "the branches of fork " + Quoted(n) + " reach different joins; they must meet in one");
      for (const std::uint32_t join : joins_[n].nodes) {
        diagnostic.notes.push_back(
            reporter_.Note(node(join).name.range, "join " + Quoted(join) + " is one of them"));
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
        // A fork has two paths at least. Perhaps a copy was not adapted, so nobody but the author
        // can tell whether to remove it.
        if (targets.size() > 2) {
          diagnostic.fix = RemoveTag(*reporter_.source, node(n).edges[e].range);
        }
      }
    }
  }

  void ReportShared(std::uint32_t n) {
    const OkPaths& ok = ok_[n];
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
              Quoted(n) + " is entered by ok transitions of two branches; only a join may be")
        .notes.push_back(reporter_.Note(range(first), "the other way in is here"));
  }

  void ReportEdgesToEnd(std::uint32_t n) {
    const std::uint32_t fork = after_[n].forks.nodes[0];
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
                    (hws ? "; that stops the other branches" : "; the branches must join first"))
          .notes.push_back(reporter_.Note(node(fork).name.range, "the fork is here"));
    }
  }

  static constexpr std::size_t kMaxNotes = 16;

  const Graph& graph_;
  const Reporter& reporter_;
  std::vector<OpenForks> open_;   ///< on arrival
  std::vector<OpenForks> after_;  ///< for what follows
  std::vector<OkPaths> ok_;
  std::vector<std::uint32_t> eldest_;
  std::vector<LeastTwo> joins_;  ///< of a fork: the joins its branches reach, two at most
  std::vector<std::uint32_t> entered_by_;
  std::uint32_t own_eldest_ = kNoDecision;  ///< what the node in hand passes on
  std::uint32_t forks_ = 0;
  std::uint32_t join_count_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace

std::uint64_t CheckForkJoin(const Graph& graph, const Reporter& reporter) {
  return Checker(graph, reporter).Run();
}

}  // namespace hpdl::sema
