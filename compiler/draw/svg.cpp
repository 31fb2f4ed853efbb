#include "compiler/draw/svg.h"

#include <algorithm>

#include "compiler/base/xml_text.h"
#include "compiler/draw/corners.h"
#include "compiler/draw/extent.h"
#include "compiler/draw/glyphs.h"
#include "compiler/draw/legend.h"
#include "compiler/draw/style.h"
#include "compiler/draw/svg_parts.h"
#include "compiler/draw/text.h"

namespace hpdl::draw {
namespace {

using hir::NodeType;

std::string DrawAction(const SceneNode& node, Point at) {
  constexpr double kGap = 10;
  const double left = at.x - node.width / 2 + kPadding;
  const double top = at.y - node.height / 2;
  std::string out = Box("box", at, node.width, node.height, 7);
  out += Tile(GlyphOf(node.kind), {left + kTile / 2, at.y});
  const double x = left + kTile + kGap;
  double y = top + 9 + kNameSize - 1;
  for (const std::string& line : node.name) {
    out += Text("name", {x, y}, line);
    y += kNameLine;
  }
  y -= 2;
  out += Text("", {x, y}, node.kind);
  if (!node.error.empty()) {
    const double behind = x + TextWidth(node.kind, Font::kSans, kSmallSize) + kGap;
    out += Text("error", {behind, y}, "✕ " + node.error);
  }
  return out;
}

std::string DrawDecision(const SceneNode& node, Point at) {
  const double x = node.width / 2, y = node.height / 2, slant = SlantOf(node);
  std::string out =
      "<path" + Attribute("class", "decision") + Attribute("d", "M" + At({at.x - x, at.y}));
  out.resize(out.size() - 1);
  for (const Point corner :
       {Point{-x + slant, -y}, {x - slant, -y}, {x, 0}, {x - slant, y}, {-x + slant, y}}) {
    out += "L" + At({at.x + corner.x, at.y + corner.y});
  }
  return out + "z\"/>\n" + Lines("name middle", node.name, at, kNameLine, kNameSize);
}

/// Draws a fork or join as a bar with its name. In an upright bar, the name is turned by 90
/// degrees.
std::string DrawBar(const SceneNode& node, Point at) {
  const std::string name = Lines("on middle", node.name, at, kSmallLine, kSmallSize);
  const bool upright = node.height > node.width;
  return Box("bar", at, node.width, node.height, 5) +
         (upright
              ? "<g" + Attribute("transform", "rotate(-90 " + At(at) + ")") + ">" + name + "</g>\n"
              : name);
}

/// Draws an end or kill node: a pill with a sign before the name.
std::string DrawLast(const SceneNode& node, Point at) {
  const bool end = node.type == NodeType::kEnd;
  const double left = at.x - node.width / 2;
  const std::string style = std::string(end ? "end" : "kill") + (node.copy ? " copy" : "");
  std::string out = Box(style, at, node.width, node.height, std::min(node.height / 2, 15.0));
  out += Sign(end ? "sign end-sign" : "sign kill-sign", {left + 12, at.y - 6},
              end ? "M1 6.5l3.3 3.3L11 2.5" : "M2 2l8 8M10 2l-8 8");
  return out + Lines("name", node.name, {left + 30, at.y}, kNameLine, kNameSize);
}

std::string DrawNode(const SceneNode& node, Point at) {
  switch (node.type) {
    case NodeType::kStart:
      return "<circle" + Attribute("class", "start") + Attribute("cx", at.x) +
             Attribute("cy", at.y) + Attribute("r", node.width / 2) + "/>\n<path" +
             Attribute("class", "page") +
             Attribute("d", "M" + At({at.x - 4, at.y - 6}) + "l10 6-10 6z") + "/>\n";
    case NodeType::kEnd:
    case NodeType::kKill:
      return DrawLast(node, at);
    case NodeType::kDecision:
      return DrawDecision(node, at);
    case NodeType::kFork:
    case NodeType::kJoin:
      return DrawBar(node, at);
    case NodeType::kAction:
      break;
  }
  return DrawAction(node, at);
}

/// Returns the class of a state in kStateStyle, or "" for kNone. The tooltip shows the same word.
std::string_view StateWord(NodeState state) {
  constexpr std::string_view kWords[] = {"", "waiting", "running", "done", "failed"};
  return kWords[static_cast<std::size_t>(state)];
}

/// Returns the place of a shape's state badge: its upper right corner.
Point BadgeCorner(const SceneNode& node, Point at) {
  const double slant = node.type == NodeType::kDecision ? SlantOf(node) : 0;
  return {at.x + node.width / 2 - slant, at.y - node.height / 2};
}

/// Draws the badge of a state: a dash, triangle, tick or cross in a circle. The state is thus also
/// clear without the colours.
std::string DrawBadge(NodeState state, Point at) {
  constexpr double kRadius = 7;
  constexpr std::string_view kSigns[] = {"", "M-3 0h6", "M-1.7-3l4.7 3-4.7 3z",
                                         "M-3 .3l2 2.1 4-4.6",
                                         "M-2.4-2.4l4.8 4.8M2.4-2.4l-4.8 4.8"};
  return "<g" + Attribute("class", "badge") + Attribute("transform", "translate(" + At(at) + ")") +
         "><circle" + Attribute("r", kRadius) + "/><path" +
         Attribute("d", kSigns[static_cast<std::size_t>(state)]) + "/></g>\n";
}

std::string GroupOf(std::string_view tooltip, const std::string& content, NodeState state) {
  if (state == NodeState::kNone) {
    return Group(tooltip, content);
  }
  const std::string word(StateWord(state));
  return "<g" + Attribute("class", "is-" + word) + "><title>" + EscapeXml(tooltip) + "\n" + word +
         "</title>\n" + content + "</g>\n";
}

/// Draws the legend below the picture.
std::string DrawLegend(const std::vector<LegendLine>& lines, Point corner) {
  std::string out;
  double y = corner.y + kLegendGap + kSmallSize;
  for (const LegendLine& line : lines) {
    const Point middle{corner.x + kLegendSign / 2, y - kSmallSize * 0.35};
    if (line.sign == LegendSign::kName) {
      out += Text("error middle", {middle.x, y}, "✕ …");
    } else if (line.sign == LegendSign::kCopy) {
      out += Box("end copy", middle, kLegendSign - 8, kSmallSize, 5);
    } else {
      out += "<path" + Attribute("class", "line failed") +
             Attribute("d", "M" + At({corner.x, middle.y}) + "h" + Number(kLegendSign)) + "/>\n";
    }
    out += Text("", {corner.x + kLegendSign + 8, y}, line.text);
    y += kLegendLine;
  }
  return out;
}

bool HasStates(const Scene& scene) {
  return std::any_of(scene.nodes.begin(), scene.nodes.end(),
                     [](const SceneNode& node) { return node.state != NodeState::kNone; });
}

}  // namespace

std::string WriteSvg(const Scene& scene, const Layout& layout) {
  Extent extent = ExtentOf(scene, layout);
  const Point corner{extent.left, extent.bottom};
  const std::vector<LegendLine> legend = LegendOf(scene);
  AddLegend(legend, &extent);
  std::string out =
      BeginSvg("workflow " + scene.title, Summary(scene),
               std::string(kStyle) + std::string(HasStates(scene) ? kStateStyle : ""), extent) +
      DrawLegend(legend, corner);
  // The arrows are drawn first, then the boxes, then the labels of the arrows, so that no label is
  // hidden.
  for (std::size_t i = 0; i < scene.edges.size(); ++i) {
    out += Group(scene.edges[i].tooltip,
                 Arrow(scene.edges[i].type == EdgeClass::kError ? " failed" : "", layout.edges[i]));
  }
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const SceneNode& node = scene.nodes[i];
    std::string shape = DrawNode(node, layout.nodes[i]);
    if (node.state != NodeState::kNone && node.type != NodeType::kStart) {
      shape += DrawBadge(node.state, BadgeCorner(node, layout.nodes[i]));
    }
    out += GroupOf(node.tooltip, shape, node.state);
  }
  for (std::size_t i = 0; i < scene.edges.size(); ++i) {
    const SceneEdge& edge = scene.edges[i];
    if (!edge.label.empty()) {
      out += Group(edge.tooltip, Lines(edge.type == EdgeClass::kCase ? "when label" : "label",
                                       edge.label, layout.edges[i].label, kSmallLine, kSmallSize));
    }
  }
  return out + std::string(kEndSvg);
}

}  // namespace hpdl::draw
