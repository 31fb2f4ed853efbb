#include "compiler/analysis/flow.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <set>

#include "compiler/sema/test_graph.h"

namespace hpdl::analysis {
namespace {

using ast::NodeType;
using sema::kNoNode;
using sema::TestGraph;

/// A graph in the notation of test_graph.h. The functions take the names of nodes.
class AnalysedFlow {
 public:
  explicit AnalysedFlow(const std::string& text)
      : test_(text), graph_(Resolved(test_)), flow_(graph_) {}

  bool Before(std::string_view a, std::string_view b) { return flow_.AlwaysBefore(Id(a), Id(b)); }
  bool Failed(std::string_view a, std::string_view b) { return Misses(a, b, Missed::kFailed); }
  bool Skipped(std::string_view a, std::string_view b) { return Misses(a, b, Missed::kSkipped); }
  bool Past(std::string_view a, std::string_view b, std::string_view stop) {
    const std::uint32_t id = Id(stop);
    return flow_.MayMiss(Id(a), Id(b), Missed::kSkipped, [id](std::uint32_t n) { return n == id; });
  }
  bool Never(std::string_view a, std::string_view b) { return flow_.NeverBefore(Id(a), Id(b)); }
  bool Parallel(std::string_view a, std::string_view b) { return flow_.Parallel(Id(a), Id(b)); }

  const sema::Graph& graph() const { return graph_; }
  const Flow& flow() const { return flow_; }

 private:
  using Missed = Flow::Missed;

  bool Misses(std::string_view a, std::string_view b, Missed how) {
    return flow_.MayMiss(Id(a), Id(b), how, [](std::uint32_t) { return false; });
  }
  static sema::Graph Resolved(const TestGraph& test) {
    Diagnostics diagnostics;
    const Reporter reporter{&test.source, &diagnostics};
    sema::Graph graph = sema::ResolveNames(test.workflow, reporter);
    sema::CheckReachability(graph, reporter);
    sema::CheckForkJoin(graph, reporter);
    EXPECT_FALSE(diagnostics.HasErrors()) << test.source.text();
    return graph;
  }
  std::uint32_t Id(std::string_view name) const { return graph_.names.at(name); }

  TestGraph test_;
  sema::Graph graph_;
  Flow flow_;
};

TEST(Flow, AnActionIsBeforeWhatItsOkLeadsTo) {
  AnalysedFlow analysed("S:>a A:a>b!k A:b>e!k K:k E:e");
  EXPECT_TRUE(analysed.Before("a", "b"));
  EXPECT_TRUE(analysed.Before("a", "e"));
  EXPECT_FALSE(analysed.Before("a", "a"));
  EXPECT_FALSE(analysed.Before("b", "a"));
  EXPECT_FALSE(analysed.Before("a", "k"));
}

TEST(Flow, WhatAnErrorLeadsToComesAfterAFailure) {
  AnalysedFlow analysed("S:>a A:a>e!h A:h>e!k K:k E:e");
  EXPECT_FALSE(analysed.Before("a", "h"));
  EXPECT_TRUE(analysed.Failed("a", "h"));
  EXPECT_TRUE(analysed.Failed("a", "k"));
  EXPECT_TRUE(analysed.Failed("a", "e"));
  EXPECT_FALSE(analysed.Skipped("a", "e"));
  EXPECT_FALSE(analysed.Failed("h", "e"));
  EXPECT_TRUE(analysed.Skipped("h", "e"));
}

TEST(Flow, WaysPastANodeEndWhereTheyAreToldTo) {
  AnalysedFlow analysed("S:>c D:c>a,d A:a>d!k D:d>r,m A:r>m!k A:m>e!k K:k E:e");
  EXPECT_FALSE(analysed.Past("a", "r", "d"));
  EXPECT_TRUE(analysed.Past("a", "r", "m"));
  EXPECT_TRUE(analysed.Skipped("a", "m"));
}

TEST(Flow, ADecisionInAnotherBranchEndsNoWay) {
  AnalysedFlow analysed(
      "S:>c D:c>a,f A:a>f!k F:f>d,b D:d>x,y A:x>j!k A:y>j!k A:b>j!k J:j>r A:r>e!k K:k E:e");
  EXPECT_FALSE(analysed.Past("a", "x", "d"));
  EXPECT_TRUE(analysed.Past("a", "r", "d"));
  EXPECT_TRUE(analysed.Past("a", "b", "d"));
}

TEST(Flow, WaysThatMeetKeepWhatIsCommon) {
  AnalysedFlow analysed("S:>d D:d>a,b A:a>m!k A:b>m!k A:m>e!k K:k E:e");
  EXPECT_TRUE(analysed.Before("d", "m"));
  EXPECT_FALSE(analysed.Before("a", "m"));
  EXPECT_FALSE(analysed.Never("a", "m"));
  EXPECT_TRUE(analysed.Never("a", "b"));
}

TEST(Flow, AJoinAddsUpWhatItsBranchesDid) {
  AnalysedFlow analysed("S:>f F:f>a,b A:a>a2!k A:a2>j!k A:b>j!k J:j>c A:c>e!k K:k E:e");
  for (const char* node : {"a", "a2", "b"}) {
    EXPECT_TRUE(analysed.Before(node, "c")) << node;
    EXPECT_TRUE(analysed.Before(node, "j")) << node;
  }
  EXPECT_TRUE(analysed.Before("a", "a2"));
  EXPECT_FALSE(analysed.Before("b", "a2"));
  EXPECT_TRUE(analysed.Parallel("a2", "b"));
  EXPECT_FALSE(analysed.Parallel("a", "a2"));
  EXPECT_FALSE(analysed.Parallel("a", "c"));
  EXPECT_FALSE(analysed.Parallel("a", "k"));
}

TEST(Flow, OfABranchOnlyWhatIsOnAllItsPaths) {
  AnalysedFlow analysed(
      "S:>f F:f>d,b D:d>x,y A:x>m!k A:y>m!k A:m>j!k A:b>j!j J:j>c A:c>e!k K:k E:e");
  EXPECT_TRUE(analysed.Before("m", "c"));
  EXPECT_FALSE(analysed.Before("x", "c"));
  EXPECT_FALSE(analysed.Before("b", "c"));  // an error of b leads to the join too
}

TEST(Flow, JoinsOfForksWithinForks) {
  AnalysedFlow analysed(
      "S:>f F:f>g,b F:g>x,y A:x>i!k A:y>i!k J:i>z A:z>j!k A:b>j!k J:j>c A:c>e!k K:k E:e");
  EXPECT_TRUE(analysed.Before("x", "z"));
  EXPECT_TRUE(analysed.Before("x", "c"));
  EXPECT_TRUE(analysed.Before("g", "c"));
  EXPECT_TRUE(analysed.Parallel("x", "y"));
  EXPECT_TRUE(analysed.Parallel("x", "b"));
  EXPECT_TRUE(analysed.Parallel("z", "b"));
  EXPECT_FALSE(analysed.Parallel("z", "x"));
}

TEST(Flow, AHandlerThatSeveralBranchesUseTakesNothingFromTheOthers) {
  AnalysedFlow analysed(
      "S:>f F:f>a,b,c A:a>a2!k A:a2>j!h A:b>j!h A:c>j!k A:h>j!k J:j>z A:z>e!k K:k E:e");
  EXPECT_TRUE(analysed.Before("a", "z"));
  EXPECT_FALSE(analysed.Before("a2", "z"));
  EXPECT_FALSE(analysed.Before("b", "z"));
  EXPECT_TRUE(analysed.Before("c", "z"));
  EXPECT_FALSE(analysed.Parallel("h", "c"));
}

/// Runs a graph with all combinations of the nodes' choices. Records, for each node that begins,
/// the nodes that ended before it in every run.
class BruteForce {
 public:
  explicit BruteForce(const sema::Graph& graph)
      : graph_(graph), before_(graph.workflow->nodes.size()) {
    for (const std::uint32_t n : graph.order) {
      if (graph.node(n).type == NodeType::kAction || graph.node(n).type == NodeType::kDecision) {
        choosing_.push_back(n);
      }
    }
    for (std::uint64_t choices = 0; choices < (1U << choosing_.size()); ++choices) {
      choices_ = choices;
      Walk(graph.start, {});
    }
  }

  bool AlwaysBefore(std::uint32_t a, std::uint32_t b) const {
    return a != b && before_[b]->contains(a);
  }

 private:
  using Past = std::set<std::uint32_t>;
  struct Stop {
    std::uint32_t join = kNoNode;  ///< kNoNode if the job has ended
    Past past;
  };

  std::uint32_t Choice(std::uint32_t n) const {
    const auto place = std::find(choosing_.begin(), choosing_.end(), n) - choosing_.begin();
    return (choices_ >> place) & 1;
  }

  void Note(std::uint32_t n, const Past& past) {
    if (!before_[n]) {
      before_[n] = past;
      return;
    }
    std::erase_if(*before_[n], [&](std::uint32_t node) { return !past.contains(node); });
  }

  /// Walks from `n` to the join or the end node that this run reaches.
  Stop Walk(std::uint32_t n, Past past) {
    for (;;) {
      const auto targets = graph_.TargetsOf(n);
      if (graph_.node(n).type == NodeType::kJoin) {
        return {n, std::move(past)};
      }
      Note(n, past);
      if (targets.empty()) {
        return {};
      }
      if (graph_.node(n).type == NodeType::kFork) {
        Stop stop = Fork(n, past);
        if (stop.join == kNoNode) {
          return {};
        }
        Note(stop.join, stop.past);
        past = std::move(stop.past);
        past.insert(stop.join);
        n = graph_.TargetsOf(stop.join)[0];
        continue;
      }
      const std::uint32_t choice = targets.size() > 1 ? Choice(n) : 0;
      if (graph_.node(n).type != NodeType::kAction || choice == 0) {
        past.insert(n);
      }
      n = targets[choice];
    }
  }

  Stop Fork(std::uint32_t n, Past past) {
    past.insert(n);
    Stop all;
    bool ended = false;
    for (const std::uint32_t path : graph_.TargetsOf(n)) {
      const Stop stop = Walk(path, past);
      ended |= stop.join == kNoNode;
      all.join = stop.join;
      all.past.insert(stop.past.begin(), stop.past.end());
    }
    return ended ? Stop{} : all;
  }

  const sema::Graph& graph_;
  std::vector<std::optional<Past>> before_;
  std::vector<std::uint32_t> choosing_;
  std::uint64_t choices_ = 0;
};

/// Random workflows of nested forks and decisions. An error leads to the kill node, to the target
/// of ok, or to the handler of the fork, which leads to the fork's join.
class Generator {
 public:
  explicit Generator(std::uint32_t seed) : random_(seed) {}

  std::string Graph() {
    text_ = "S:>" + Block("e", "k", 2);
    return text_ + nodes_ + " K:k E:e";
  }

 private:
  std::uint32_t Below(std::uint32_t limit) { return random_() % limit; }
  std::string Name(char letter) { return letter + std::to_string(count_++); }

  /// Adds nodes from which all paths lead to `next`. Returns the name of the first of these nodes.
  std::string Block(const std::string& next, const std::string& handler, int depth) {
    std::string at = next;
    for (std::uint32_t i = 1 + Below(2); i > 0; --i) {
      const std::uint32_t what = depth == 0 || count_ > 11 ? 0 : Below(4);
      at = what < 2    ? Action(at, handler)
           : what == 2 ? Fork(at, depth)
                       : Decision(at, handler, depth);
    }
    return at;
  }
  std::string Action(const std::string& next, const std::string& handler) {
    const std::string name = Name('a');
    const std::uint32_t error = Below(3);
    nodes_ += " A:" + name + ">" + next + "!" + (error == 0 ? "k" : error == 1 ? next : handler);
    return name;
  }
  std::string Fork(const std::string& next, int depth) {
    const std::string fork = Name('f');
    const std::string join = Name('j');
    const std::string handler = Name('h');
    const std::string one = Block(join, handler, depth - 1);
    const std::string other = Block(join, handler, depth - 1);
    nodes_ += " F:" + fork + ">" + one + "," + other + " J:" + join + ">" + next;
    nodes_ += " A:" + handler + ">" + join + "!k";
    return fork;
  }
  std::string Decision(const std::string& next, const std::string& handler, int depth) {
    const std::string name = Name('d');
    const std::string one = Block(next, handler, depth - 1);
    nodes_ += " D:" + name + ">" + one + "," + (Below(2) == 0 ? next : one);
    return name;
  }

  std::mt19937 random_;
  std::uint32_t count_ = 0;
  std::string text_;
  std::string nodes_;
};

bool Reaches(const sema::Graph& graph, std::uint32_t from, std::uint32_t to) {
  if (from == to) {
    return true;
  }
  for (const std::uint32_t target : graph.TargetsOf(from)) {
    if (Reaches(graph, target, to)) {
      return true;
    }
  }
  return false;
}

TEST(Flow, SaysOfRandomGraphsWhatTheirRunsShow) {
  std::size_t certain = 0;
  std::size_t asked_for = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    const std::string text = Generator(seed).Graph();
    const AnalysedFlow analysed(text);
    const sema::Graph& graph = analysed.graph();
    const BruteForce runs(graph);
    for (const std::uint32_t a : graph.order) {
      for (const std::uint32_t b : graph.order) {
        const bool before = analysed.flow().AlwaysBefore(a, b);
        const bool truth = runs.AlwaysBefore(a, b);
        const std::string question =
            graph.node(a).name.text + " before " + graph.node(b).name.text + " in " + text;
        ASSERT_GE(before, truth) << question;
        // AlwaysBefore() may wrongly return true for a kill node, because the handler of several
        // branches may lead to it.
        if (graph.node(b).type != NodeType::kKill) {
          ASSERT_EQ(before, truth) << question;
        }
        ASSERT_EQ(analysed.flow().NeverBefore(a, b), !Reaches(graph, a, b)) << question;
        if (analysed.flow().Parallel(a, b)) {
          ASSERT_FALSE(Reaches(graph, a, b)) << question;
          ASSERT_TRUE(analysed.flow().Parallel(b, a)) << question;
        }
        certain += before ? 1 : 0;
        ++asked_for;
      }
    }
  }
  EXPECT_GT(certain, asked_for / 10);
}

/// Returns a graph of nested forks with one handler for all branches; error transitions lead to one
/// kill node.
std::string Nested(std::uint32_t depth) {
  std::string text = "S:>f0";
  for (std::uint32_t i = 0; i < depth; ++i) {
    const std::string n = std::to_string(i);
    const std::string inner = i + 1 < depth ? "f" + std::to_string(i + 1) : "last";
    const std::string next = i == 0 ? "e" : "y" + std::to_string(i - 1);
    text += " F:f" + n + ">x" + n + "," + inner + " A:x" + n + ">j" + n + "!k A:y" + n + ">j" + n +
            "!k J:j" + n + ">" + next;
  }
  return text + " A:last>y" + std::to_string(depth - 1) + "!k K:k E:e";
}

TEST(Flow, SaysLessWhenItsStepsAreUsedUp) {
  AnalysedFlow analysed(Nested(200));
  EXPECT_TRUE(analysed.Before("last", "e"));
  EXPECT_TRUE(analysed.Before("x199", "e"));
  EXPECT_FALSE(analysed.Before("x0", "last"));
  EXPECT_TRUE(analysed.Parallel("x0", "last"));
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    ASSERT_TRUE(analysed.Before("x" + std::to_string(i % 200), "e"));
  }
  EXPECT_FALSE(analysed.Parallel("x0", "last"));
  EXPECT_FALSE(analysed.Never("last", "x0"));
}

TEST(Flow, SaysNothingOfForksThatAreTooDeep) {
  // The search for the frame of the kill node uses up all steps.
  std::string text = "S:>f0";
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    const std::string n = std::to_string(i);
    const std::string inner = i + 1 < 20'000 ? "f" + std::to_string(i + 1) : "last";
    const std::string next = i == 0 ? "e" : "j" + std::to_string(i - 1);
    text += " F:f" + n + ">" + inner + ",x" + n + " A:x" + n + ">j" + n + "!k J:j" + n + ">" + next;
  }
  AnalysedFlow analysed(text + " A:last>j19999!k K:k E:e");
  EXPECT_FALSE(analysed.Parallel("x0", "last"));
  EXPECT_FALSE(analysed.Never("last", "x0"));
  EXPECT_TRUE(analysed.Before("x0", "last"));
}

}  // namespace
}  // namespace hpdl::analysis
