#include "compiler/draw/wait_graph.h"

#include <algorithm>
#include <utility>

#include "compiler/base/print_text.h"
#include "compiler/draw/card.h"
#include "compiler/draw/draw.h"
#include "compiler/draw/extent.h"
#include "compiler/draw/label_lines.h"
#include "compiler/draw/layout.h"
#include "compiler/draw/scene.h"
#include "compiler/draw/style.h"
#include "compiler/draw/svg_parts.h"
#include "compiler/draw/text.h"
#include "compiler/raster/raster.h"

namespace hpdl::draw {
namespace {

constexpr int kLayoutSeconds = 30;        ///< the limit for the layout in seconds
constexpr std::size_t kLongestText = 48;  ///< the most characters in a line

std::string TooltipOf(const WaitGraph::Node& node) {
  std::string tooltip = node.title + (node.file ? " (file)" : " (workflow)");
  for (const std::string& line : node.about) {
    tooltip += "\n" + line;
  }
  return tooltip;
}

Card CardOf(const WaitGraph::Node& node) {
  Card card;
  card.kind = node.file ? "hdfs" : "workflow";
  card.tooltip = TooltipOf(node);
  card.broken = node.missing;
  card.lines.push_back(
      {node.file ? Card::Face::kCode : Card::Face::kName, ShortUri(node.title, kLongestText)});
  for (const std::string& line : node.about) {
    card.lines.push_back({Card::Face::kSmall, ShortUri(line, kLongestText)});
  }
  return card;
}

Scene SceneOf(const WaitGraph& graph, const std::vector<Card>& cards) {
  Scene scene;
  scene.sideways = true;
  for (const Card& card : cards) {
    SceneNode& node = scene.nodes.emplace_back();
    node.width = card.width();
    node.height = card.height();
  }
  for (const WaitGraph::Edge& edge : graph.edges) {
    SceneEdge& arrow = scene.edges.emplace_back();
    arrow.from = edge.from;
    arrow.to = edge.to;
    if (!edge.label.empty()) {
      arrow.label = {ShortUri(edge.label, kLongestText)};
      arrow.label_width = Widest(arrow.label, Font::kSans, kSmallSize) + 6;
      arrow.label_height = kSmallLine + 4;
    }
  }
  return scene;
}

std::vector<std::string> LinesOf(const WaitGraph::Node& node) {
  std::vector<std::string> lines = {node.title};
  lines.insert(lines.end(), node.about.begin(), node.about.end());
  return lines;
}

std::size_t CountOf(const WaitGraph& graph, bool file) {
  return static_cast<std::size_t>(
      std::count_if(graph.nodes.begin(), graph.nodes.end(),
                    [&](const WaitGraph::Node& node) { return node.file == file; }));
}

}  // namespace

Result<std::string> DrawWaits(const WaitGraph& graph) {
  if (graph.nodes.size() > kMostNodes || graph.edges.size() > kMostEdges) {
    return Failure("a picture has at most " + std::to_string(kMostNodes) + " nodes and " +
                   std::to_string(kMostEdges) + " arrows, but these workflows have " +
                   std::to_string(graph.nodes.size()) + " and " +
                   std::to_string(graph.edges.size()));
  }
  std::vector<Card> cards;
  for (const WaitGraph::Node& node : graph.nodes) {
    cards.push_back(CardOf(node));
  }
  const Scene scene = SceneOf(graph, cards);
  const Result<Layout> layout = MakeLayout(scene, kLayoutSeconds);
  HPDL_TRY(layout);
  std::string lines, boxes, labels;
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    const WaitGraph::Edge& edge = graph.edges[i];
    const std::string tooltip = graph.nodes[edge.from].title + " → " + graph.nodes[edge.to].title +
                                (edge.label.empty() ? "" : "\n" + edge.label);
    lines += Group(tooltip, Arrow(edge.times ? " copy" : "", layout->edges[i]));
    if (!scene.edges[i].label.empty()) {
      labels += Group(tooltip, Lines("label", scene.edges[i].label, layout->edges[i].label,
                                     kSmallLine, kSmallSize));
    }
  }
  for (std::size_t i = 0; i < cards.size(); ++i) {
    boxes += DrawCard(cards[i], layout->nodes[i]);
  }
  return BeginSvg("workflows " + graph.title,
                  graph.title + ": " + Counted(CountOf(graph, false), "workflow") + ", " +
                      Counted(CountOf(graph, true), "file"),
                  kStyle, ExtentOf(scene, *layout)) +
         lines + boxes + labels + std::string(kEndSvg);
}

Result<std::string> DrawWaitsPng(const WaitGraph& graph) {
  const Result<std::string> svg = DrawWaits(graph);
  HPDL_TRY(svg);
  return raster::WritePng(*svg, kPngScale);
}

std::string FormatWaitsDot(const WaitGraph& graph) {
  std::string out =
      "digraph " + DotQuoted(graph.title) + " {\n  rankdir=LR;\n  node [fontname=sans];\n";
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const WaitGraph::Node& node = graph.nodes[i];
    out += "  n" + std::to_string(i) + " [label=" + DotLines(LinesOf(node)) +
           (node.file ? ", shape=note" : ", shape=box") + (node.missing ? ", style=dashed" : "") +
           "];\n";
  }
  for (const WaitGraph::Edge& edge : graph.edges) {
    out += "  n" + std::to_string(edge.from) + " -> n" + std::to_string(edge.to);
    std::string attributes = edge.label.empty() ? "" : "label=" + DotQuoted(edge.label);
    attributes += edge.times ? (attributes.empty() ? "style=dashed" : ", style=dashed") : "";
    out += (attributes.empty() ? "" : " [" + attributes + "]") + ";\n";
  }
  return out + "}\n";
}

std::string FormatWaitsMermaid(const WaitGraph& graph) {
  std::string out = "flowchart LR\n";
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const WaitGraph::Node& node = graph.nodes[i];
    out += "  n" + std::to_string(i) + (node.file ? "[/" : "[") + MermaidLines(LinesOf(node)) +
           (node.file ? "/]\n" : "]\n");
  }
  for (const WaitGraph::Edge& edge : graph.edges) {
    out += "  n" + std::to_string(edge.from) + (edge.times ? " -.->" : " -->") +
           (edge.label.empty() ? "" : "|" + MermaidQuoted(edge.label) + "|") + " n" +
           std::to_string(edge.to) + "\n";
  }
  return out;
}

}  // namespace hpdl::draw
