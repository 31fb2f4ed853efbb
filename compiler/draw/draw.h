#ifndef HPDL_COMPILER_DRAW_DRAW_H_
#define HPDL_COMPILER_DRAW_DRAW_H_

#include <cstddef>
#include <map>
#include <string>

#include "compiler/base/failure.h"
#include "compiler/hir/hir.h"

namespace hpdl::draw {

/// Larger graphs are refused: beyond this, pictures take minutes and nobody can read them.
inline constexpr std::size_t kMostNodes = 1500;
inline constexpr std::size_t kMostEdges = 4000;

/// Pixels of a PNG for each of the SVG's: letters of 11 pixels would be hard to read.
inline constexpr double kPngScale = 1.5;

/// How far a run has come with a node; kNone: it has not begun it.
enum class NodeState { kNone, kWaiting, kRunning, kDone, kFailed };
/// By the names of the nodes; others have not begun.
using NodeStates = std::map<std::string, NodeState>;

/// A picture of the workflow as an SVG document of its own, in light or dark colours as the viewer
/// prefers, with the lines of the definition as tooltips. Equal workflows give equal pictures.
/// States show as the colours of Oozie: waiting grey, running yellow, done green, failed red.
/// The error is a sentence: there is no picture of this workflow.
Result<std::string> DrawSvg(const hir::Workflow& workflow, const NodeStates& states = {});

/// The same picture in light colours as a PNG file, without tooltips. One that would have more than
/// raster::kMostPixels is drawn smaller.
Result<std::string> DrawPng(const hir::Workflow& workflow, const NodeStates& states = {});

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_DRAW_H_
