#ifndef HPDL_COMPILER_DRAW_DRAW_H_
#define HPDL_COMPILER_DRAW_DRAW_H_

#include <cstddef>
#include <map>
#include <string>

#include "compiler/base/failure.h"
#include "compiler/hir/hir.h"

namespace hpdl::draw {

/// The limits of a picture. Larger graphs are refused, because their pictures take minutes and
/// nobody can read them.
inline constexpr std::size_t kMostNodes = 1500;
inline constexpr std::size_t kMostEdges = 4000;

/// Pixels of a PNG for each pixel of the SVG. At scale 1, letters of 11 pixels would be hard to
/// read.
inline constexpr double kPngScale = 1.5;

/// The state of a node in a run. kNone means that the run has not begun the node.
enum class NodeState { kNone, kWaiting, kRunning, kDone, kFailed };
/// The states by node name. A node that is not in the map has not begun.
using NodeStates = std::map<std::string, NodeState>;

/// Draws the workflow as an SVG document in light or dark colours, as the viewer prefers. The
/// tooltips show the lines of the definition. Equal workflows give equal pictures. States have the
/// colours of Oozie: waiting is grey, running is yellow, done is green, failed is red. Fails if the
/// workflow is too large for a picture, or if the layout fails.
Result<std::string> DrawSvg(const hir::Workflow& workflow, const NodeStates& states = {});

/// Draws the workflow in light colours as a PNG file, without tooltips. A picture of more than
/// raster::kMostPixels pixels is drawn smaller.
Result<std::string> DrawPng(const hir::Workflow& workflow, const NodeStates& states = {});

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_DRAW_H_
