#ifndef HPDL_COMPILER_DRAW_GRAPH_FORMATS_H_
#define HPDL_COMPILER_DRAW_GRAPH_FORMATS_H_

#include <span>
#include <string>
#include <string_view>

#include "compiler/base/failure.h"
#include "compiler/draw/bundle_tree.h"
#include "compiler/draw/draw.h"
#include "compiler/draw/timeline.h"
#include "compiler/draw/wait_graph.h"

namespace hpdl::draw {

/// A format of graphs by its name in --format, with one function for each type of graph.
struct GraphFormat {
  std::string_view name;
  Result<std::string> (*workflow)(const hir::Workflow& workflow, const NodeStates& states);
  Result<std::string> (*timeline)(const Timeline& timeline);
  Result<std::string> (*bundle)(const BundleTree& tree);
  Result<std::string> (*waits)(const WaitGraph& graph);
};

/// Returns all formats.
std::span<const GraphFormat> GraphFormats();
/// Returns the format with this name, which must exist.
const GraphFormat& GraphFormatOf(std::string_view name);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_GRAPH_FORMATS_H_
