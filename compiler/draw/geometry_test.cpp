#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>

#include "compiler/draw/layout.h"
#include "compiler/draw/scene.h"
#include "compiler/draw/testing/random_workflow.h"

namespace hpdl::draw {
namespace {

using hir::NodeId;
using hir::NodeType;
using testing::RandomWorkflow;

/// A picture in which each arrow is a sequence of short straight lines.
struct Picture {
  Scene scene;
  Layout layout;
  std::vector<std::vector<Point>> lines;
};

Point Cubic(const Point* p, double t) {
  const double s = 1 - t;
  const double a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
  return {a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
          a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

std::vector<Point> Flatten(const Curve& curve) {
  constexpr int kPieces = 12;
  std::vector<Point> out;
  for (std::size_t i = 0; i + 3 < curve.points.size(); i += 3) {
    for (int j = 0; j < kPieces; ++j) {
      out.push_back(Cubic(&curve.points[i], static_cast<double>(j) / kPieces));
    }
  }
  out.push_back(curve.points.back());
  out.push_back(curve.tip);
  return out;
}

Picture MakePicture(const hir::Workflow& workflow, bool sideways = false) {
  Picture picture{MakeScene(workflow, sideways), {}, {}};
  Result<Layout> layout = MakeLayout(picture.scene, 60);
  EXPECT_TRUE(layout) << layout.error().message;
  picture.layout = layout ? std::move(*layout) : Layout();
  for (const Curve& curve : picture.layout.edges) {
    picture.lines.push_back(Flatten(curve));
  }
  return picture;
}

/// Returns the distance of a point from a node's box. The distance is negative inside the box.
double Outside(const Picture& picture, std::size_t node, Point at) {
  const SceneNode& shape = picture.scene.nodes[node];
  const Point middle = picture.layout.nodes[node];
  return std::max(std::abs(at.x - middle.x) - shape.width / 2,
                  std::abs(at.y - middle.y) - shape.height / 2);
}

/// Returns the arrows that come nearer than `distance` pixels to the box of a node at which they
/// neither begin nor end. "7 -> 9 at 3 2.5" is the arrow from node 7 to node 9, and it comes as
/// near as 2.5 pixels to node 3.
std::vector<std::string> Touches(const Picture& picture, double distance) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < picture.lines.size(); ++i) {
    const SceneEdge& edge = picture.scene.edges[i];
    for (std::size_t node = 0; node < picture.scene.nodes.size(); ++node) {
      if (node == edge.from || node == edge.to) {
        continue;
      }
      for (const Point at : picture.lines[i]) {
        if (Outside(picture, node, at) < distance) {
          out.push_back(picture.scene.nodes[edge.from].tooltip + " -> " +
                        picture.scene.nodes[edge.to].tooltip + " at " +
                        picture.scene.nodes[node].tooltip + " " +
                        std::to_string(Outside(picture, node, at)));
          break;
        }
      }
    }
  }
  return out;
}

bool Cross(Point a, Point b, Point c, Point d) {
  const auto side = [](Point p, Point q, Point r) {
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  };
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/// Counts pairs of arrows that cross, including pairs that begin or end at the same node.
std::size_t Crossings(const Picture& picture) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < picture.lines.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      bool crosses = false;
      const std::vector<Point>&a = picture.lines[i], &b = picture.lines[j];
      for (std::size_t k = 0; k + 1 < a.size() && !crosses; ++k) {
        for (std::size_t l = 0; l + 1 < b.size() && !crosses; ++l) {
          crosses = Cross(a[k], a[k + 1], b[l], b[l + 1]);
        }
      }
      count += crosses ? 1 : 0;
    }
  }
  return count;
}

/// Counts pairs of arrows that cross although both arrows leave the same fork or enter the same
/// join.
std::size_t CrossingsAtBars(const Picture& picture) {
  std::size_t count = 0;
  std::map<std::size_t, std::vector<std::size_t>> at;
  for (std::size_t i = 0; i < picture.scene.edges.size(); ++i) {
    const SceneEdge& edge = picture.scene.edges[i];
    if (picture.scene.nodes[edge.from].type == NodeType::kFork) {
      at[edge.from].push_back(i);
    }
    if (picture.scene.nodes[edge.to].type == NodeType::kJoin) {
      at[edge.to].push_back(i);
    }
  }
  for (const auto& [bar, edges] : at) {
    Picture part;
    for (const std::size_t edge : edges) {
      part.lines.push_back(picture.lines[edge]);
    }
    count += Crossings(part);
  }
  return count;
}

/// Counts branches of forks that do not begin in the same row as the first branch.
std::size_t UnevenBranches(const hir::Workflow& workflow, const Picture& picture) {
  std::vector<std::size_t> arrivals(workflow.nodes.size());
  for (const hir::Node& node : workflow.nodes) {
    for (const hir::Edge& edge : node.edges) {
      ++arrivals[edge.target.index];
    }
  }
  std::size_t count = 0;
  for (const hir::Node& node : workflow.nodes) {
    std::vector<double> heights;
    for (const hir::Edge& edge : node.edges) {
      const Point at = picture.layout.nodes[edge.target.index];
      if (node.type == NodeType::kFork && arrivals[edge.target.index] == 1) {
        heights.push_back(picture.scene.sideways ? at.x : at.y);
      }
    }
    for (const double height : heights) {
      count += std::abs(height - heights.front()) > 0.1 ? 1 : 0;
    }
  }
  return count;
}

TEST(Geometry, RandomWorkflows) {
  std::size_t crossings = 0, at_bars = 0, arrows = 0;
  for (unsigned seed = 1; seed <= 30; ++seed) {
    const hir::Workflow workflow = RandomWorkflow::Make(seed, 5 + 4 * seed, 3);
    for (const bool sideways : {false, true}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + (sideways ? ", sideways" : ""));
      const Picture picture = MakePicture(workflow, sideways);
      EXPECT_THAT(Touches(picture, 2), ::testing::IsEmpty());
      EXPECT_EQ(UnevenBranches(workflow, picture), 0u);
      at_bars += CrossingsAtBars(picture);
      crossings += Crossings(picture);
      arrows += picture.lines.size();
    }
  }
  EXPECT_EQ(at_bars, 0u);
  EXPECT_LE(crossings, arrows / 100) << "of " << arrows << " arrows";
}

/// Returns a fork whose branches are chains of the given numbers of actions. The nodes are start,
/// fork, join, end, fail, then the chains in order.
hir::Workflow Chains(const std::vector<std::uint32_t>& lengths) {
  constexpr NodeId kFork{1}, kJoin{2}, kEnd{3}, kFail{4};
  hir::Workflow w;
  w.values = {{.text = "chains"}};
  w.name = hir::ValueId{0};
  w.nodes = {{.name = ":start:", .type = NodeType::kStart, .edges = {{"", kFork}}},
             {.name = "fork", .type = NodeType::kFork},
             {.name = "join", .type = NodeType::kJoin, .edges = {{"", kEnd}}},
             {.name = "end", .type = NodeType::kEnd},
             {.name = "fail", .type = NodeType::kKill}};
  for (const std::uint32_t length : lengths) {
    w.nodes[kFork.index].edges.push_back({"", NodeId{static_cast<std::uint32_t>(w.nodes.size())}});
    for (std::uint32_t i = 1; i <= length; ++i) {
      const NodeId next{static_cast<std::uint32_t>(w.nodes.size() + 1)};
      w.nodes.push_back({.name = "a" + std::to_string(next.index),
                         .edges = {{"", i == length ? kJoin : next}, {"", kFail}}});
    }
  }
  return w;
}

TEST(Geometry, ActionsOfABranchStandOneBelowTheOther) {
  constexpr std::size_t kFirst = 5;
  for (const std::vector<std::uint32_t>& lengths : std::vector<std::vector<std::uint32_t>>{
           {1, 5, 2, 2}, {5, 2, 1}, {3, 6, 2, 4}, {2, 2, 7}, {7, 3, 3, 3, 3}}) {
    for (const bool sideways : {false, true}) {
      const Picture picture = MakePicture(Chains(lengths), sideways);
      std::map<std::uint32_t, double> rows;
      std::size_t node = kFirst;
      for (const std::uint32_t length : lengths) {
        for (std::uint32_t i = 0; i < length; ++i, ++node) {
          const Point at = picture.layout.nodes[node];
          const double height = sideways ? at.x : at.y;
          const auto row = rows.try_emplace(i, height).first;
          EXPECT_NEAR(height, row->second, 0.1)
              << "action " << i << " of a chain of " << length << ", sideways: " << sideways;
        }
      }
    }
  }
}

/// Returns the workflow start -> want0 -> work0 -> want1 and so on to tidy -> end. Each decision
/// also leads to tidy.
hir::Workflow Skips(std::uint32_t count) {
  hir::Workflow w;
  w.values = {{.text = "skips"}, {.text = "${x}"}};
  w.name = hir::ValueId{0};
  w.nodes.push_back({.name = ":start:", .type = NodeType::kStart, .edges = {{"", NodeId{1}}}});
  const std::uint32_t tidy = 2 * count + 1;
  for (std::uint32_t i = 1; i < tidy; i += 2) {
    w.nodes.push_back({.name = "want" + std::to_string(i),
                       .type = NodeType::kDecision,
                       .edges = {{"", NodeId{i + 1}, hir::ValueId{1}}, {"", NodeId{tidy}}}});
    w.nodes.push_back({.name = "work" + std::to_string(i),
                       .edges = {{"", NodeId{i + 2}}, {"", NodeId{tidy + 2}}}});
  }
  w.nodes.push_back({.name = "tidy", .edges = {{"", NodeId{tidy + 1}}, {"", NodeId{tidy + 2}}}});
  w.nodes.push_back({.name = "end", .type = NodeType::kEnd});
  w.nodes.push_back({.name = "fail", .type = NodeType::kKill});
  return w;
}

TEST(Geometry, LongDefaultsHardlyCross) {
  const Picture picture = MakePicture(Skips(12));
  EXPECT_THAT(Touches(picture, 2), ::testing::IsEmpty());
  EXPECT_LE(Crossings(picture), 2u);
}

TEST(Geometry, LabelsOfLongArrowsStandWhereTheyBegin) {
  const Picture picture = MakePicture(Skips(12));
  for (std::size_t i = 0; i < picture.lines.size(); ++i) {
    const SceneEdge& edge = picture.scene.edges[i];
    if (edge.type == EdgeClass::kDefault) {
      EXPECT_LT(picture.layout.edges[i].label.y - picture.layout.nodes[edge.from].y, 80);
    }
  }
}

}  // namespace
}  // namespace hpdl::draw
