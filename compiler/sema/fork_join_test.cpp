#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "compiler/sema/graph.h"
#include "compiler/sema/test_graph.h"

namespace hpdl::sema {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Returns the diagnostics of the graph's checks in the order of the file.
std::vector<Diagnostic> CheckGraph(const TestGraph& test, std::uint64_t* steps = nullptr) {
  Diagnostics diagnostics;
  const Reporter reporter{&test.source, &diagnostics};
  Graph graph = ResolveNames(test.workflow, reporter);
  CheckReachability(graph, reporter);
  if (graph.start != kNoNode && !graph.cyclic && !graph.duplicates) {
    const std::uint64_t taken = CheckForkJoin(graph, reporter);
    if (steps != nullptr) {
      *steps = taken;
    }
  }
  return diagnostics.Sorted();
}

std::set<std::string> ErrorCodes(const TestGraph& test) {
  std::set<std::string> codes;
  for (const Diagnostic& diagnostic : CheckGraph(test)) {
    if (diagnostic.severity == Severity::kError) {
      codes.emplace(diagnostic.oozie_code);
    }
  }
  return codes;
}

/// Returns "CODE OFFSET TEXT" for each error: its Oozie code, the start of its range, and the text
/// that the range covers.
std::vector<std::string> Errors(const std::string& text) {
  const TestGraph test(text);
  std::vector<std::string> errors;
  for (const Diagnostic& diagnostic : CheckGraph(test)) {
    if (diagnostic.severity == Severity::kError) {
      errors.push_back(std::string(diagnostic.oozie_code) + " " +
                       std::to_string(diagnostic.range.begin) + " " +
                       std::string(test.source.Slice(diagnostic.range)));
    }
  }
  return errors;
}

struct Row {
  std::string graph;
  std::string oozie;  ///< Oozie's answer in the notation of graphs.tsv: ok, a code, ~CODE or */CODE
  std::set<std::string> codes;  ///< all codes that the checks must report
};

/// Splits a line at tabs.
std::vector<std::string> Columns(const std::string& line) {
  std::istringstream parts(line);
  std::vector<std::string> columns;
  for (std::string part; std::getline(parts, part, '\t');) {
    columns.push_back(std::move(part));
  }
  return columns;
}

std::vector<Row> Table() {
  std::ifstream file(HPDL_SOURCE_DIR "/test/conformance/graphs.tsv");
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> columns = Columns(line);
    if (line[0] == '#' || columns.size() < 2) {
      continue;
    }
    Row row{columns[0], columns[1], {}};
    if (columns.size() > 2) {
      std::istringstream codes(columns[2]);
      row.codes.insert(std::istream_iterator<std::string>(codes), {});
    } else if (row.oozie != "ok") {
      row.codes.insert(row.oozie);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

TEST(Conformance, AgreesWithOozieOnEveryGraph) {
  const std::vector<Row> rows = Table();
  ASSERT_GT(rows.size(), 650u);
  for (const Row& row : rows) {
    EXPECT_EQ(ErrorCodes(TestGraph(row.graph)), row.codes) << row.graph;
    // The third column may add codes to Oozie's answer, but must not leave out a code of Oozie.
    if (row.oozie[0] == 'E') {
      EXPECT_TRUE(row.codes.contains(row.oozie)) << row.graph;
    } else {
      EXPECT_EQ(row.codes.empty(), row.oozie == "ok") << row.graph;
    }
  }
}

/// Changes the order of the branches of forks and decisions: reverses them if `turn` is 0, else
/// rotates them by `turn`.
void Reorder(ast::Workflow& workflow, std::size_t turn) {
  for (ast::Node& node : workflow.nodes) {
    if (node.type == ast::NodeType::kFork || node.type == ast::NodeType::kDecision) {
      if (turn == 0) {
        std::reverse(node.edges.begin(), node.edges.end());
      } else {
        std::rotate(node.edges.begin(), node.edges.begin() + turn % node.edges.size(),
                    node.edges.end());
      }
    }
  }
}

TEST(Conformance, OrderOfBranchesAndNodesDoesNotMatter) {
  for (const Row& row : Table()) {
    const std::set<std::string> codes = ErrorCodes(TestGraph(row.graph));
    for (const std::size_t turn : {0, 1, 2}) {
      TestGraph turned(row.graph);
      Reorder(turned.workflow, turn);
      EXPECT_EQ(ErrorCodes(turned), codes) << row.graph << " turned by " << turn;
    }
    TestGraph backwards(row.graph);
    std::reverse(backwards.workflow.nodes.begin(), backwards.workflow.nodes.end());
    EXPECT_EQ(ErrorCodes(backwards).empty(), codes.empty()) << row.graph << " backwards";
  }
}

TEST(Names, UnknownTargetAlsoOfUnreachableNodes) {
  EXPECT_THAT(Errors("S>a A:a>end!kil K:kill E:end A:u>nosuch!kill"),
              ElementsAre("E0708 12 kil", "E0708 33 nosuch"));
}

TEST(Names, SuggestsTheNearestName) {
  const TestGraph test("S>loadd A:load>end!end E:end");
  EXPECT_EQ(CheckGraph(test).at(0).text, "there is no node 'loadd'; did you mean 'load'?");
}

TEST(Names, DuplicateHasANoteAtTheFirst) {
  const TestGraph test("S>a A:a>end!end A:a>end!end E:end");
  const auto found = CheckGraph(test);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].oozie_code, "E0705");
  EXPECT_EQ(found[0].range.begin, 18u);
  ASSERT_EQ(found[0].notes.size(), 1u);
  EXPECT_EQ(found[0].notes[0].range.begin, 6u);
}

TEST(Names, Length) {
  const std::string longest(128, 'x');
  EXPECT_THAT(Errors("S>" + longest + " E:" + longest), IsEmpty());
  EXPECT_THAT(Errors("S>x" + longest + " E:x" + longest), ElementsAre("E0724 134 x" + longest));
}

TEST(Names, SelfTransitionReachableOrNot) {
  EXPECT_THAT(Errors("S>end E:end A:a>end!a"), ElementsAre("E0706 20 a"));
  EXPECT_THAT(Errors("S>a A:a>a!end E:end"), ElementsAre("E0706 8 a"));
}

TEST(Reachability, CycleNamesItsPath) {
  const TestGraph test("S>a A:a>b!k A:b>c!k A:c>a!k K:k E:end");
  const auto found = CheckGraph(test);
  ASSERT_GE(found.size(), 1u);
  EXPECT_EQ(found[0].notes.size() + found[1].notes.size(), 2u);
  const Diagnostic& cycle = found[0].oozie_code == "E0707" ? found[0] : found[1];
  EXPECT_EQ(cycle.text, "'c' leads back to 'a': a -> b -> c -> a; a workflow may not loop");
  EXPECT_EQ(cycle.range.begin, 24u);
  ASSERT_EQ(cycle.notes.size(), 2u);
  EXPECT_EQ(cycle.notes[0].range.begin, 8u);
}

TEST(Reachability, WarnsOfWhatNothingLeadsTo) {
  const TestGraph test("S>end A:lost>end!end E:end");
  const auto found = CheckGraph(test);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, DiagnosticKind::kUnreachableNode);
  EXPECT_EQ(found[0].severity, Severity::kWarning);
  EXPECT_EQ(test.source.Slice(found[0].range), "lost");
}

TEST(Reachability, WarnsOnceOfADeadBranch) {
  const TestGraph branch("S>end A:next>last!lost A:lost>next!end A:last>end!kill K:kill E:end");
  std::vector<Diagnostic> found = CheckGraph(branch);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text, "no path from start leads to 'next'") << "a circle begins anywhere";
  const TestGraph two("S>end A:last>end!end A:one>last!end A:two>last!end E:end");
  found = CheckGraph(two);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(two.source.Slice(found[0].range), "one");
  EXPECT_EQ(two.source.Slice(found[1].range), "two");
}

TEST(Reachability, NobodyIsBlamedForAMisspeltTransition) {
  const TestGraph test("S>lst A:list>end!end E:end");
  EXPECT_EQ(CheckGraph(test).size(), 1u);
}

TEST(ForkJoin, PlacesOfErrors) {
  EXPECT_THAT(Errors("S>f F:f>a,b A:a>j!k A:b>k!k J:j>end K:k E:end"), IsEmpty());
  EXPECT_THAT(Errors("S>f F:f>a,b A:a>k!k A:b>k!k K:k E:end"), ElementsAre("E0730 6 f"));
  EXPECT_THAT(Errors("S>a A:a>j!k J:j>end K:k E:end"), ElementsAre("E0730 14 j"));
  EXPECT_THAT(Errors("S>f F:f>a,b A:a>c!k A:b>c!k A:c>j!k J:j>end K:k E:end"),
              ElementsAre("E0743 24 c"));
  EXPECT_THAT(Errors("S>f F:f>a,a A:a>j!k J:j>end K:k E:end"), ElementsAre("E0744 10 a"));
  EXPECT_THAT(Errors("S>f F:f>a,b A:a>j!end A:b>j!k J:j>end K:k E:end"),
              ElementsAre("E0737 18 end"));
  EXPECT_THAT(Errors("S>f F:f>a,b A:a>j1!k A:b>j2!k J:j1>end J:j2>end "
                     "A:x>f2!k F:f2>k,k K:k E:end"),
              ElementsAre("E0730 6 f"));
}

TEST(ForkJoin, EndInsideForkIsAWarningInHws) {
  const TestGraph test("S>f F:f>a,b A:a>end!k A:b>j!k J:j>end K:k E:end", ast::Dialect::kHws);
  const auto found = CheckGraph(test);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, DiagnosticKind::kEndInsideForkHws);
  EXPECT_EQ(found[0].severity, Severity::kWarning);
}

TEST(ForkJoin, SilentAfterAnUnknownTransition) {
  EXPECT_THAT(Errors("S>f F:f>a,b A:a>jn!k A:b>jn!k J:join>end K:k E:end"),
              ElementsAre("E0708 16 jn", "E0708 25 jn"));
}

std::string Diamonds(std::size_t count) {
  std::string text = "S>d0";
  for (std::size_t i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    text += " D:d" + n + ">a" + n + ",b" + n;
    text += " A:a" + n + ">d" + std::to_string(i + 1) + "!k";
    text += " A:b" + n + ">d" + std::to_string(i + 1) + "!k";
  }
  return text + " D:d" + std::to_string(count) + ">end,k K:k E:end";
}

TEST(ForkJoin, StepsGrowWithTheWorkflowAndNoFaster) {
  std::uint64_t small = 0;
  std::uint64_t large = 0;
  EXPECT_THAT(CheckGraph(TestGraph(Diamonds(100)), &small), IsEmpty());
  EXPECT_THAT(CheckGraph(TestGraph(Diamonds(33'000)), &large), IsEmpty());
  EXPECT_GT(small, 500u);
  EXPECT_LE(large, small * 331);
}

TEST(ForkJoin, DeepNestingNeedsNoStack) {
  constexpr int kDepth = 20'000;
  std::string text = "S>f0";
  for (int i = 0; i < kDepth; ++i) {
    const std::string n = std::to_string(i);
    text += " F:f" + n + ">f" + std::to_string(i + 1) + ",a" + n + " A:a" + n + ">j" + n + "!k";
    text += " J:j" + n + ">" + (i == 0 ? "end" : "j" + std::to_string(i - 1));
  }
  text += " A:f" + std::to_string(kDepth) + ">j" + std::to_string(kDepth - 1) + "!k K:k E:end";
  EXPECT_THAT(CheckGraph(TestGraph(text)), IsEmpty());
}

TEST(Names, ManyMistakesStayLinear) {
  std::string text = "S>n0";
  for (int i = 0; i < 20'000; ++i) {
    text += " A:n" + std::to_string(i) + ">m" + std::to_string(i) + "!e";
  }
  EXPECT_EQ(CheckGraph(TestGraph(text + " E:e")).size(), 20'000u);
}

}  // namespace
}  // namespace hpdl::sema
