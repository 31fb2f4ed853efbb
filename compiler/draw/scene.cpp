#include "compiler/draw/scene.h"

#include <algorithm>
#include <utility>

#include "compiler/core/node_type_name.h"
#include "compiler/draw/arrivals.h"
#include "compiler/draw/bar_sizes.h"
#include "compiler/draw/copies.h"
#include "compiler/draw/text.h"
#include "runtime/ground/base/trim.h"

namespace hpdl::draw {
namespace {

using hir::NodeType;

constexpr std::size_t kErrorArrows = 2;  ///< the most error arrows that are drawn into one node
constexpr std::size_t kNameWidth = 24;   ///< the most characters in a line of a name
/// The most lines of a name; enough for every permitted name.
constexpr std::size_t kNameLines = 8;
constexpr std::size_t kLabelWidth = 30;
constexpr std::size_t kLabelLines = 4;
constexpr double kGlyph = 24;  ///< the length of a side of the tile that holds the kind's glyph
constexpr double kGap = 10;
/// The least width of an action's box; most boxes have this width.
constexpr double kLeastWidth = 132;

std::string NameOf(const hir::Node& node) {
  return node.type == NodeType::kStart ? "start" : node.name;
}

/// Returns the predicate without the brackets around a single expression.
std::string_view Inner(std::string_view predicate) {
  const bool single = predicate.starts_with("${") && predicate.ends_with("}") &&
                      predicate.find("${", 2) == std::string_view::npos;
  return single ? predicate.substr(2, predicate.size() - 3) : predicate;
}

/// Returns the line of the definition for a range: "line 7: <action name=".
std::string SourceLine(const hir::Workflow& workflow, Range range) {
  if (workflow.source == nullptr || range.empty()) {
    return {};
  }
  const std::uint32_t line = workflow.source->Locate(range.begin).line;
  const std::string_view text = Trimmed(workflow.source->Line(line), " \t\r");
  constexpr std::size_t kLongest = 160;
  const std::vector<std::string> shown = Wrap(text, kLongest, 1, " ");
  return "\nline " + std::to_string(line) + (shown.empty() ? "" : ": " + shown.front());
}

void SizeAction(SceneNode& node) {
  const double error =
      node.error.empty() ? 0 : kGap + TextWidth("✕ " + node.error, Font::kSans, kSmallSize);
  const double below = TextWidth(node.kind, Font::kSans, kSmallSize) + error;
  const double text = std::max(Widest(node.name, Font::kBold, kNameSize), below);
  node.width = std::max(kLeastWidth, kPadding + kGlyph + kGap + text + kPadding);
  node.height = 2 * 9 + static_cast<double>(node.name.size()) * kNameLine + kSmallLine - 1;
}

void SizeNode(SceneNode& node) {
  const double lines = static_cast<double>(node.name.size());
  switch (node.type) {
    case NodeType::kStart:
      node.width = node.height = 28;
      node.round = true;
      return;
    case NodeType::kFork:
    case NodeType::kJoin:
      return;  // SizeBars() sets the size of a bar
    case NodeType::kDecision:
      node.width = Widest(node.name, Font::kBold, kNameSize) + 2 * 24;
      node.height = 18 + lines * kNameLine;
      return;
    case NodeType::kEnd:
    case NodeType::kKill:
      node.width = Widest(node.name, Font::kBold, kNameSize) + kPadding + 18 + 16;
      node.height = 14 + lines * kNameLine;
      return;
    case NodeType::kAction:
      SizeAction(node);
  }
}

bool IsNamed(const Arrivals& arrivals, const hir::Node& node, const hir::Edge& edge) {
  return IsError(node, edge) && arrivals.errors[edge.target.index] > kErrorArrows;
}

SceneNode MakeNode(const hir::Workflow& workflow, const Arrivals& arrivals, std::size_t index) {
  const hir::Node& node = workflow.nodes[index];
  SceneNode out;
  out.index = index;
  out.type = node.type;
  if (node.type != NodeType::kStart) {
    out.name = Wrap(node.name, kNameWidth, kNameLines, "-_. ");
  }
  if (node.kind != nullptr) {
    out.kind = node.kind->decl->name;
  }
  for (const hir::Edge& edge : node.edges) {
    if (IsNamed(arrivals, node, edge)) {
      out.error = Wrap(workflow.nodes[edge.target.index].name, kNameWidth, 1, "").front();
    }
  }
  out.tooltip = NameOf(node) + " (" +
                (out.kind.empty() ? std::string(NodeTypeName(node.type)) : out.kind) + ")" +
                SourceLine(workflow, node.range);
  if (node.message.valid()) {
    out.tooltip += "\nmessage: " + workflow.values[node.message.index].text;
  }
  SizeNode(out);
  out.last = node.type == NodeType::kEnd ||
             (node.type == NodeType::kKill && arrivals.errors[index] == arrivals.all[index] &&
              arrivals.all[index] > kErrorArrows);
  return out;
}

SceneEdge MakeEdge(const hir::Workflow& workflow, std::size_t from, const hir::Edge& edge) {
  const hir::Node& node = workflow.nodes[from];
  SceneEdge out;
  out.from = from;
  out.to = edge.target.index;
  std::string when;
  if (node.type == NodeType::kDecision && edge.when.valid()) {
    const std::string& predicate = workflow.values[edge.when.index].text;
    out.type = EdgeClass::kCase;
    out.label = Wrap(Inner(predicate), kLabelWidth, kLabelLines, " ,()");
    when = "\nwhen " + predicate;
  } else if (node.type == NodeType::kDecision) {
    out.type = EdgeClass::kDefault;
    out.label = {"default"};
    when = "\notherwise";
  } else if (IsError(node, edge)) {
    out.type = EdgeClass::kError;
    when = "\non error";
  }
  if (!out.label.empty()) {
    const Font font = out.type == EdgeClass::kCase ? Font::kMono : Font::kSans;
    out.label_width = Widest(out.label, font, kSmallSize) + 6;
    out.label_height = static_cast<double>(out.label.size()) * kSmallLine + 4;
  }
  out.tooltip = NameOf(node) + " → " + NameOf(workflow.nodes[out.to]) + when +
                SourceLine(workflow, edge.range);
  return out;
}

/// Puts the first nodes of a fork's branches into one row. Leaves out nodes with other incoming
/// arrows, because they may have to be further down.
void SetRows(const hir::Workflow& workflow, const Arrivals& arrivals, Scene& scene) {
  for (std::size_t i = 0; i < workflow.nodes.size(); ++i) {
    if (workflow.nodes[i].type != NodeType::kFork) {
      continue;
    }
    for (const hir::Edge& edge : workflow.nodes[i].edges) {
      SceneNode& node = scene.nodes[edge.target.index];
      if (arrivals.all[edge.target.index] == 1 && !node.last) {
        node.row = static_cast<std::int32_t>(i) + 1;
      }
    }
  }
}

}  // namespace

Scene MakeScene(const hir::Workflow& workflow, bool sideways) {
  Scene scene;
  scene.sideways = sideways;
  scene.title =
      workflow.name.valid() ? workflow.values[workflow.name.index].text : workflow.file_name;
  const Arrivals arrivals = CountArrivals(workflow);
  for (std::size_t i = 0; i < workflow.nodes.size(); ++i) {
    scene.nodes.push_back(MakeNode(workflow, arrivals, i));
    for (const hir::Edge& edge : workflow.nodes[i].edges) {
      if (!IsNamed(arrivals, workflow.nodes[i], edge)) {
        scene.edges.push_back(MakeEdge(workflow, i, edge));
      }
    }
  }
  SizeBars(workflow, scene);
  SetRows(workflow, arrivals, scene);
  AddCopies(arrivals, scene);
  return scene;
}

}  // namespace hpdl::draw
