#include "compiler/draw/graph_formats.h"

#include <algorithm>

#include "compiler/draw/graph_text.h"

namespace hpdl::draw {
namespace {

/// Writes a graph in a format that cannot fail.
template <auto Write, class Graph>
Result<std::string> Always(const Graph& graph) {
  return Write(graph);
}

/// Writes a workflow in a format that does not show the states of nodes.
template <auto Write>
Result<std::string> WithoutStates(const hir::Workflow& workflow, const NodeStates& /*states*/) {
  return Write(workflow);
}

constexpr GraphFormat kFormats[] = {
    {"dot", &WithoutStates<&FormatDot>, &Always<&FormatTimelineDot>, &Always<&FormatBundleDot>,
     &Always<&FormatWaitsDot>},
    {"svg", &DrawSvg, &Always<&DrawTimeline>, &Always<&DrawBundle>, &DrawWaits},
    {"png", &DrawPng, &DrawTimelinePng, &DrawBundlePng, &DrawWaitsPng},
    {"mermaid", &WithoutStates<&FormatMermaid>, &Always<&FormatTimelineMermaid>,
     &Always<&FormatBundleMermaid>, &Always<&FormatWaitsMermaid>},
};

}  // namespace

std::span<const GraphFormat> GraphFormats() {
  return kFormats;
}

const GraphFormat& GraphFormatOf(std::string_view name) {
  return *std::ranges::find(kFormats, name, &GraphFormat::name);
}

}  // namespace hpdl::draw
