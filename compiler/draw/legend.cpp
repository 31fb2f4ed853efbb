#include "compiler/draw/legend.h"

#include <algorithm>
#include <utility>

#include "compiler/base/print_text.h"
#include "compiler/draw/text.h"

namespace hpdl::draw {
namespace {

using hir::NodeType;

constexpr std::pair<NodeType, const char*> kCounted[] = {
    {NodeType::kAction, "action"}, {NodeType::kDecision, "decision"},
    {NodeType::kFork, "fork"},     {NodeType::kJoin, "join"},
    {NodeType::kEnd, "end node"},  {NodeType::kKill, "kill node"}};

}  // namespace

std::vector<LegendLine> LegendOf(const Scene& scene) {
  const auto& nodes = scene.nodes;
  std::vector<LegendLine> out;
  if (std::ranges::any_of(nodes, [](const SceneNode& node) { return !node.error.empty(); })) {
    out.push_back({LegendSign::kName, "on error, to the node of this name"});
  }
  if (std::ranges::any_of(scene.edges,
                          [](const SceneEdge& edge) { return edge.type == EdgeClass::kError; })) {
    out.push_back({LegendSign::kErrorArrow, "on error"});
  }
  if (std::ranges::any_of(nodes, &SceneNode::copy)) {
    out.push_back({LegendSign::kCopy, "the same node as the other node with this name"});
  }
  return out;
}

void AddLegend(const std::vector<LegendLine>& lines, Extent* extent) {
  if (lines.empty()) {
    return;
  }
  constexpr double kBeside = 8;
  for (const LegendLine& line : lines) {
    const double width = kLegendSign + kBeside + TextWidth(line.text, Font::kSans, kSmallSize);
    extent->right = std::max(extent->right, extent->left + width);
  }
  extent->bottom += kLegendGap + kLegendLine * static_cast<double>(lines.size());
}

std::string Summary(const Scene& scene) {
  std::string out;
  for (const auto& [type, word] : kCounted) {
    const auto count = std::ranges::count_if(scene.nodes, [type = type](const SceneNode& node) {
      return node.type == type && !node.copy;
    });
    if (count > 0) {
      out += (out.empty() ? "" : ", ") + Counted(static_cast<std::uint64_t>(count), word);
    }
  }
  return out;
}

}  // namespace hpdl::draw
