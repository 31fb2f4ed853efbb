#include "compiler/draw/draw.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "compiler/draw/corners.h"
#include "compiler/draw/glyphs.h"
#include "compiler/draw/layout.h"
#include "compiler/draw/legend.h"
#include "compiler/draw/scene.h"
#include "compiler/draw/svg.h"
#include "compiler/draw/text.h"

namespace hpdl::draw {
namespace {

using hir::NodeId;
using hir::NodeType;
using hir::ValueId;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr stdlib::KindDecl kDecl{.name = "pig"};
constexpr stdlib::KindEntry kPig{&kDecl, false};

/// Returns the workflow start -> decision -> a chain of `actions` actions -> end. All actions lead
/// to one kill node on error.
hir::Workflow Chain(std::uint32_t actions) {
  hir::Workflow w;
  w.values = {
      {.text = "a <flow> & \"more\""}, {.text = "${a < 1 && b eq \"x\"}"}, {.text = "sorry"}};
  w.name = ValueId{0};
  const std::uint32_t end = actions + 2, kill = actions + 3;
  w.nodes.push_back({.name = ":start:", .type = NodeType::kStart, .edges = {{"d", NodeId{1}}}});
  w.nodes.push_back({.name = "which",
                     .type = NodeType::kDecision,
                     .edges = {{"a0", NodeId{2}, ValueId{1}}, {"end", NodeId{end}}}});
  for (std::uint32_t i = 0; i < actions; ++i) {
    w.nodes.push_back({.name = "a" + std::to_string(i),
                       .edges = {{"ok", NodeId{i + 3}}, {"error", NodeId{kill}}},
                       .kind = &kPig});
  }
  w.nodes.push_back({.name = "end", .type = NodeType::kEnd});
  w.nodes.push_back({.name = "stop", .type = NodeType::kKill, .message = ValueId{2}});
  w.nodes[end - 1].edges[0].target = NodeId{end};
  return w;
}

/// Returns the workflow start -> a chain of `decisions` decisions -> end. Each decision also leads
/// to the end.
hir::Workflow Decisions(std::uint32_t decisions) {
  hir::Workflow w;
  w.values = {{.text = "${a}"}};
  w.nodes.push_back({.name = ":start:", .type = NodeType::kStart, .edges = {{"d", NodeId{1}}}});
  for (std::uint32_t i = 1; i <= decisions; ++i) {
    w.nodes.push_back({.name = "d" + std::to_string(i),
                       .type = NodeType::kDecision,
                       .edges = {{"on", NodeId{i + 1}, ValueId{0}},
                                 {"off", NodeId{decisions + 1}, ValueId{0}},
                                 {"end", NodeId{decisions + 1}}}});
  }
  w.nodes.push_back({.name = "end", .type = NodeType::kEnd});
  return w;
}

std::string Draw(const hir::Workflow& workflow) {
  Result<std::string> drawn = DrawSvg(workflow);
  EXPECT_TRUE(drawn) << drawn.error().message;
  return drawn ? *drawn : "";
}

// The renderer refuses unknown elements, so this test shows that it can draw all elements of
// pictures.
TEST(Draw, EveryPictureIsAPngToo) {
  hir::Workflow forked = Chain(12);
  forked.nodes.push_back({.name = "parts", .type = NodeType::kFork, .edges = {{"a", NodeId{2}}}});
  forked.nodes.push_back({.name = "all", .type = NodeType::kJoin, .edges = {{"b", NodeId{3}}}});
  NodeStates states;
  for (const NodeState state :
       {NodeState::kWaiting, NodeState::kRunning, NodeState::kDone, NodeState::kFailed}) {
    states["a" + std::to_string(states.size())] = state;
  }
  for (const hir::Workflow& workflow : {Chain(2), forked, Decisions(7)}) {
    const Result<std::string> plain = DrawPng(workflow);
    ASSERT_TRUE(plain) << plain.error().message;
    EXPECT_EQ(plain->substr(0, 8), "\x89PNG\r\n\x1a\n");
    EXPECT_TRUE(DrawPng(workflow, states));
  }
  EXPECT_NE(*DrawPng(forked, states), *DrawPng(forked));
}

TEST(Draw, ABadgeSaysTheStateWithoutColours) {
  const Result<std::string> svg = DrawSvg(Chain(2), {{"a0", NodeState::kDone}});
  ASSERT_TRUE(svg);
  const std::size_t badge = svg->find("class=\"badge\"");
  EXPECT_NE(badge, std::string::npos);
  EXPECT_EQ(svg->find("class=\"badge\"", badge + 1), std::string::npos);
}

TEST(Draw, ShowsEveryNodeAndPredicateEscaped) {
  const std::string svg = Draw(Chain(2));
  for (const char* text : {">which<", ">a0<", ">a1<", ">end<", ">stop<", ">pig<", ">default<",
                           "a &lt; 1 &amp;&amp; b eq &quot;x&quot;", "message: sorry",
                           "aria-label=\"workflow a &lt;flow&gt; &amp; &quot;more&quot;\""}) {
    EXPECT_THAT(svg, HasSubstr(text));
  }
  EXPECT_THAT(svg, HasSubstr("@media (prefers-color-scheme:dark)"));
}

TEST(Draw, StatesAreClassesOfNodesAndCopies) {
  const NodeStates states = {{"which", NodeState::kDone},
                             {"a0", NodeState::kFailed},
                             {"a1", NodeState::kRunning},
                             {"stop", NodeState::kWaiting},
                             {"nosuch", NodeState::kDone}};
  const Result<std::string> drawn = DrawSvg(Chain(2), states);
  ASSERT_TRUE(drawn);
  for (const char* text :
       {"<g class=\"is-done\"><title>which (decision)\ndone</title>",
        "<g class=\"is-failed\"><title>a0 (pig)\nfailed", "<g class=\"is-running\"><title>a1",
        "<g class=\"is-waiting\"><title>stop", ".is-failed .box"}) {
    EXPECT_THAT(*drawn, HasSubstr(text));
  }
  EXPECT_THAT(Draw(Chain(2)), Not(HasSubstr("is-done")));
  const Result<std::string> copied = DrawSvg(Decisions(6), {{"end", NodeState::kDone}});
  std::size_t ends = 0;
  for (std::size_t at = 0; (at = copied->find("<g class=\"is-done\">", at)) != std::string::npos;
       ++at) {
    ++ends;
  }
  EXPECT_EQ(ends, 6u);
}

TEST(Draw, EqualWorkflowsGiveEqualPictures) {
  EXPECT_EQ(Draw(Chain(5)), Draw(Chain(5)));
}

TEST(Draw, RefusesWhatIsTooLarge) {
  const Result<std::string> drawn = DrawSvg(Chain(kMostNodes));
  ASSERT_FALSE(drawn);
  EXPECT_EQ(
      drawn.error().message,
      "a picture has at most 1500 nodes and 4000 arrows, but this workflow has 1505 and 1503");
}

TEST(Scene, FewErrorArrowsAreDrawn) {
  const Scene scene = MakeScene(Chain(2));
  std::size_t errors = 0;
  for (const SceneEdge& edge : scene.edges) {
    errors += edge.type == EdgeClass::kError ? 1 : 0;
  }
  EXPECT_EQ(errors, 2u);
  EXPECT_EQ(scene.nodes[2].error, "");
  EXPECT_THAT(Draw(Chain(2)), HasSubstr("class=\"line failed\""));
}

TEST(Scene, ManyErrorArrowsBecomeNames) {
  const Scene scene = MakeScene(Chain(3));
  for (const SceneEdge& edge : scene.edges) {
    EXPECT_NE(edge.type, EdgeClass::kError);
  }
  EXPECT_EQ(scene.nodes[2].error, "stop");
  EXPECT_TRUE(scene.nodes.back().last);
  const std::string svg = Draw(Chain(3));
  EXPECT_THAT(svg, HasSubstr(">✕ stop<"));
  EXPECT_THAT(svg, Not(HasSubstr("class=\"line failed\"")));
}

TEST(Scene, FewDecisionsLeadToOneEnd) {
  EXPECT_EQ(MakeScene(Decisions(4)).nodes.size(), 6u);
}

TEST(Scene, EndsThatAreFarDownHaveCopies) {
  const Scene scene = MakeScene(Decisions(5));
  ASSERT_EQ(scene.nodes.size(), 8u);
  EXPECT_TRUE(scene.nodes[7].copy);
  for (const SceneEdge& edge : scene.edges) {
    EXPECT_EQ(edge.to == 7, edge.from == 1 && edge.to != 2);
  }
}

TEST(Legend, ExplainsWhatThePictureHas) {
  const auto texts = [](const hir::Workflow& workflow) {
    std::string out;
    for (const LegendLine& line : LegendOf(MakeScene(workflow))) {
      out += line.text + "; ";
    }
    return out;
  };
  EXPECT_EQ(texts(Decisions(4)), "");
  EXPECT_EQ(texts(Chain(2)), "on error; ");
  EXPECT_EQ(texts(Chain(4)),
            "on error, to the node of this name; the same node as the other node with this name; ");
  EXPECT_THAT(Draw(Chain(4)), HasSubstr(">on error, to the node of this name<"));
  EXPECT_THAT(Draw(Chain(4)),
              HasSubstr("<desc>4 actions, 1 decision, 1 end node, 1 kill node</desc>"));
}

TEST(Scene, ManyDecisionsHaveCopiesOfTheEnd) {
  const Scene scene = MakeScene(Decisions(6));
  ASSERT_EQ(scene.nodes.size(), 8u + 5u) << "all but the last have one";
  EXPECT_FALSE(scene.nodes[7].copy);
  EXPECT_TRUE(scene.nodes[7].last);
  for (std::size_t i = 8; i < scene.nodes.size(); ++i) {
    EXPECT_TRUE(scene.nodes[i].copy);
    EXPECT_FALSE(scene.nodes[i].last);
  }
  for (const SceneEdge& edge : scene.edges) {
    if (edge.from >= 1 && edge.from <= 5) {
      EXPECT_TRUE(edge.to == edge.from + 1 || edge.to == edge.from + 7) << edge.to;
    }
  }
  EXPECT_THAT(Draw(Decisions(6)), HasSubstr("class=\"end copy\""));
}

TEST(Scene, TooltipsHaveTheLineOfTheDefinition) {
  const SourceBuffer source("w.xml", "<workflow-app>\n  <decision name=\"which\">\n");
  hir::Workflow w = Chain(1);
  w.source = &source;
  w.nodes[1].range = {17, 30};
  EXPECT_EQ(MakeScene(w).nodes[1].tooltip, "which (decision)\nline 2: <decision name=\"which\">");
}

TEST(Layout, GivesUpInTime) {
  const Result<Layout> layout = MakeLayout(MakeScene(Chain(3)), 0);
  ASSERT_FALSE(layout);
  EXPECT_EQ(layout.error().message, "the layout of the picture takes longer than 0 s");
}

TEST(Layout, RowsFollowTheArrowsAndNothingOverlaps) {
  const Scene scene = MakeScene(Chain(4));
  const Result<Layout> made = MakeLayout(scene, 60);
  ASSERT_TRUE(made) << made.error().message;
  const Layout& layout = *made;
  for (std::size_t i = 0; i < scene.edges.size(); ++i) {
    EXPECT_LT(layout.nodes[scene.edges[i].from].y, layout.nodes[scene.edges[i].to].y);
    EXPECT_EQ(layout.edges[i].points.size() % 3, 1u);
  }
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool apart = std::abs(layout.nodes[i].x - layout.nodes[j].x) * 2 >=
                             scene.nodes[i].width + scene.nodes[j].width ||
                         std::abs(layout.nodes[i].y - layout.nodes[j].y) * 2 >=
                             scene.nodes[i].height + scene.nodes[j].height;
      EXPECT_TRUE(apart) << i << " and " << j;
    }
  }
}

TEST(Layout, ArrowsBeginAndEndAtTheBordersOfDecisions) {
  const Scene scene = MakeScene(Decisions(9));
  const Result<Layout> made = MakeLayout(scene, 60);
  ASSERT_TRUE(made) << made.error().message;
  const Layout& layout = *made;
  // Returns 1 if the point is on the border of the node, less than 1 if it is inside, and more if
  // it is outside.
  const auto outside = [&](std::size_t node, Point at) {
    const double x = std::abs(at.x - layout.nodes[node].x) / (scene.nodes[node].width / 2);
    const double y = std::abs(at.y - layout.nodes[node].y) / (scene.nodes[node].height / 2);
    const double slant = SlantOf(scene.nodes[node]) / (scene.nodes[node].width / 2);
    return std::max(y, x + y * slant);
  };
  for (std::size_t i = 0; i < scene.edges.size(); ++i) {
    const SceneEdge& edge = scene.edges[i];
    EXPECT_EQ(layout.edges[i].points.size() % 3, 1u);
    if (scene.nodes[edge.from].type == NodeType::kDecision) {
      EXPECT_NEAR(outside(edge.from, layout.edges[i].points[0]), 1, 0.1) << i;
    }
    if (scene.nodes[edge.to].type == NodeType::kDecision) {
      EXPECT_NEAR(outside(edge.to, layout.edges[i].tip), 1, 0.1) << i;
    }
  }
}

TEST(Corners, TipsMoveWithTheirHeads) {
  Scene scene;
  scene.nodes.resize(2);
  scene.nodes[1] = {.type = NodeType::kDecision, .width = 100, .height = 32};
  scene.edges = {{.from = 0, .to = 1}};
  const auto reached = [&](Point back, Point tip) {
    Layout layout{{{0, 0}, {0, 0}}, {{.points = {{60, -60}, back, back, back}, .tip = tip}}};
    ReachDecisions(scene, &layout);
    const Point end = layout.edges[0].tip;
    return std::to_string(layout.edges[0].points.size()) + " " +
           std::to_string(std::lround(end.x)) + "," + std::to_string(std::lround(end.y));
  };
  EXPECT_EQ(reached({0, -26}, {0, -16}), "4 0,-16") << "it has arrived";
  EXPECT_EQ(reached({50, -26}, {50, -16}), "7 50,0") << "straight down, to the point at the side";
  EXPECT_EQ(reached({56, -22}, {50, -16}), "7 42,-8") << "aslant";
  EXPECT_EQ(reached({40, -16}, {50, -16}), "7 34,-16") << "past it";
}

TEST(Text, BreaksBehindMarks) {
  EXPECT_THAT(Wrap("load-the-orders-of-all-shops", 12, 9, "-"),
              ElementsAre("load-the-", "orders-of-", "all-shops"));
  EXPECT_THAT(Wrap("xxxxxxxxxxxxxx", 6, 9, "-"), ElementsAre("xxxxxx", "xxxxxx", "xx"));
  EXPECT_THAT(Wrap(" a \n\t b ", 6, 9, " "), ElementsAre("a b"));
  EXPECT_THAT(Wrap("one two three", 5, 2, " "), ElementsAre("one", "two…"));
  EXPECT_THAT(Wrap("", 5, 2, " "), ElementsAre());
}

TEST(Text, CountsCharactersNotBytes) {
  EXPECT_THAT(Wrap("äöüß", 4, 1, ""), ElementsAre("äöüß"));
  EXPECT_GT(TextWidth("大", Font::kSans, 10), TextWidth("ä", Font::kSans, 10));
  EXPECT_NEAR(TextWidth("mmm", Font::kMono, 10), TextWidth("iii", Font::kMono, 10), 0.001);
}

TEST(Glyphs, OfKindsAndOfOthers) {
  EXPECT_EQ(GlyphOf("pig").kind, "pig");
  EXPECT_FALSE(GlyphOf("no-such-kind").path.empty());
}

}  // namespace
}  // namespace hpdl::draw
