#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/draw/bundle_tree.h"
#include "compiler/draw/card.h"
#include "compiler/draw/timeline.h"
#include "compiler/draw/wait_graph.h"

namespace hpdl::draw {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// Returns two runs. The second run reads the output of the first.
Timeline TwoRuns() {
  Timeline timeline;
  timeline.title = "a <b> & \"c\"";
  timeline.about = {"every day"};
  timeline.workflow = "hdfs://nn/app";
  timeline.end = "ends tomorrow";
  for (const std::int64_t number : {1, 2}) {
    const std::string day = "hdfs://nn/days/" + std::to_string(number);
    TimelineRun& run = timeline.runs.emplace_back();
    run.number = number;
    run.time = "day " + std::to_string(number);
    run.since = number == 1 ? "" : "1 day";
    run.inputs = {{"in", {"hdfs://nn/days/" + std::to_string(number - 1)}}};
    run.outputs = {{"out", {day}}};
  }
  return timeline;
}

BundleTree TwoCoordinators() {
  BundleTree tree;
  tree.bundle = {"nightly", {"starts at once"}, "nightly (bundle)"};
  tree.coordinators = {{{"one", {"every day"}, "one"}, 0},
                       {{"two", {}, "two", true}, std::nullopt}};
  tree.workflows = {{"load", {"3 actions"}, "load"}};
  return tree;
}

TEST(Cards, TheMiddleOfALongUriIsLeftOut) {
  EXPECT_EQ(ShortUri("hdfs://nn/a/2024", 16), "hdfs://nn/a/2024");
  EXPECT_EQ(ShortUri("hdfs://nn/logs/of/the/web/2024-01-31", 24), "hdfs://nn/…eb/2024-01-31");
  EXPECT_EQ(ShortUri("hdfs://a-very-long-authority:8020/x/2024-01-31", 20), "hdfs:/…/x/2024-01-31");
  EXPECT_EQ(ShortUri("a name of no URI that is too long", 16), "a nam…s too long");
  EXPECT_EQ(ShortUri("ééééééééééééé", 6), "éé…ééé");
  EXPECT_EQ(ShortUri("", 6), "");
}

TEST(Cards, OfManyUrisTheFirstAndTheLast) {
  EXPECT_THAT(FewOf({"a", "b", "c"}), ElementsAre("a", "b", "c"));
  EXPECT_THAT(FewOf({"a", "b", "c", "d"}), ElementsAre("a", "… 2 more …", "d"));
  EXPECT_THAT(FewOf({}), ElementsAre());
  EXPECT_THAT(FewOf({"a", "b", "c", "z"}, 996), ElementsAre("a", "… 998 more …", "z"));
}

TEST(Cards, WhatIsLeftOutIsCounted) {
  Timeline timeline = TwoRuns();
  timeline.runs[0].inputs = {{"in", {"a", "b", "c", "z"}, 996}, {"none", {}, 0, "nothing at all"}};
  const std::string svg = DrawTimeline(timeline);
  EXPECT_THAT(svg, HasSubstr("in (input)\na\nb\nc\n… 996 more …\nz\nnone (input)</title>"));
  EXPECT_THAT(svg, HasSubstr(">… 998 more …</text>"));
  EXPECT_THAT(svg, HasSubstr(">nothing at all</text>"));
  timeline.runs[1].inputs = {{"in", {"a", "b", "c", "z"}, 995}};
  const std::string dot = FormatTimelineDot(timeline);
  EXPECT_THAT(dot, HasSubstr("d0 -> r0 [label=\"in\"]"));
  EXPECT_THAT(dot, Not(HasSubstr("d0 -> r1"))) << "they differ in what is left out";
}

TEST(Cards, ProblemsAreBrokenIntoLines) {
  BundleTree tree = TwoCoordinators();
  tree.coordinators[1].node.problem =
      "not valid: line 3: there is no time zone such as Erewhon in any of the years";
  const std::string svg = DrawBundle(tree);
  EXPECT_THAT(svg, HasSubstr("nightly: 2 coordinators, 1 workflow</desc>"));
  EXPECT_THAT(svg, HasSubstr(">not valid: line 3: there is no time zone such</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>two\n" + tree.coordinators[1].node.problem));
  EXPECT_THAT(FormatBundleDot(tree),
              HasSubstr("c1 [label=\"two\\n" + tree.coordinators[1].node.problem + "\""));
}

// The renderer refuses unknown elements, so this test shows that it can draw all elements of these
// pictures.
TEST(Cards, EveryPictureIsAPngToo) {
  Timeline timeline = TwoRuns();
  EXPECT_TRUE(DrawTimelinePng(timeline));
  timeline.runs[0].number = 7;
  timeline.runs[0].inputs = {};
  timeline.runs[1].outputs = {{"none", {}}, {"waits", {"${coord:latest(0)} -> u"}}};
  timeline.has_more = true;
  EXPECT_TRUE(DrawTimelinePng(timeline));
  timeline.runs.clear();
  EXPECT_TRUE(DrawTimelinePng(timeline));
  EXPECT_TRUE(DrawBundlePng(TwoCoordinators()));
  EXPECT_TRUE(DrawBundlePng({{"nothing in it", {}, ""}, {}, {}}));
}

WaitGraph TwoWaits() {
  WaitGraph graph;
  graph.title = "all <of> them";
  graph.nodes = {{"a \"b\"", {"at 0 0 * * * ?"}},
                 {"/in/${year}", {}, true},
                 {"gone", {"not defined in these scripts"}, false, true}};
  graph.edges = {{1, 0, "1 h before"}, {2, 0, "", true}, {0, 2, ""}};
  return graph;
}

TEST(Cards, WhatWorkflowsWaitFor) {
  const Result<std::string> svg = DrawWaits(TwoWaits());
  ASSERT_TRUE(svg) << svg.error().message;
  EXPECT_THAT(*svg, HasSubstr("<desc>all &lt;of&gt; them: 2 workflows, 1 file</desc>"));
  EXPECT_THAT(*svg, HasSubstr(">1 h before</text>"));
  EXPECT_THAT(*svg, HasSubstr("class=\"line copy\""));
  EXPECT_THAT(*svg, HasSubstr("class=\"box copy\""));
  EXPECT_TRUE(DrawWaitsPng(TwoWaits()));
  EXPECT_TRUE(DrawWaits({"nothing", {}, {}}));
}

TEST(Cards, TextsOfWhatWorkflowsWaitFor) {
  EXPECT_EQ(FormatWaitsDot(TwoWaits()), R"(digraph "all <of> them" {
  rankdir=LR;
  node [fontname=sans];
  n0 [label="a \"b\"\nat 0 0 * * * ?", shape=box];
  n1 [label="/in/${year}", shape=note];
  n2 [label="gone\nnot defined in these scripts", shape=box, style=dashed];
  n1 -> n0 [label="1 h before"];
  n2 -> n0 [style=dashed];
  n0 -> n2;
}
)");
  EXPECT_EQ(FormatWaitsMermaid(TwoWaits()), R"(flowchart LR
  n0["a #quot;b#quot;<br/>at 0 0 * * * ?"]
  n1[/"/in/${year}"/]
  n2["gone<br/>not defined in these scripts"]
  n1 -->|"1 h before"| n0
  n2 -.-> n0
  n0 --> n2
)");
}

TEST(Cards, TooManyWaitsAreRefused) {
  WaitGraph graph;
  graph.nodes.resize(1501);
  EXPECT_FALSE(DrawWaits(graph));
}

TEST(Cards, TextsAreEscaped) {
  EXPECT_THAT(DrawTimeline(TwoRuns()), HasSubstr("a &lt;b&gt; &amp; &quot;c&quot;"));
}

TEST(Cards, DataIsOneNodeOfAGraph) {
  const std::string dot = FormatTimelineDot(TwoRuns());
  EXPECT_THAT(dot, HasSubstr("r0 -> d1 [label=\"out\"]"));
  EXPECT_THAT(dot, HasSubstr("d1 -> r1 [label=\"in\"]"));
  EXPECT_THAT(dot, Not(HasSubstr("d3")));
  const std::string mermaid = FormatTimelineMermaid(TwoRuns());
  EXPECT_THAT(mermaid, HasSubstr("r0 -->|\"out\"| d1\n"));
  EXPECT_THAT(mermaid, HasSubstr("d1 -->|\"in\"| r1\n"));
}

TEST(Cards, WhatIsMissingIsBroken) {
  const std::string svg = DrawBundle(TwoCoordinators());
  EXPECT_THAT(svg, HasSubstr("class=\"box copy\""));
  EXPECT_THAT(svg, HasSubstr("class=\"line copy\""));
  const std::string dot = FormatBundleDot(TwoCoordinators());
  EXPECT_THAT(dot, HasSubstr("b -> c1 [style=dashed];"));
  EXPECT_THAT(dot, HasSubstr("c0 -> w0;"));
  EXPECT_THAT(FormatBundleMermaid(TwoCoordinators()), HasSubstr("b -.-> c1"));
}

}  // namespace
}  // namespace hpdl::draw
