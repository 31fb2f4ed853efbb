#include "compiler/draw/draw.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "compiler/draw/extent.h"
#include "compiler/draw/layout.h"
#include "compiler/draw/scene.h"
#include "compiler/draw/svg.h"
#include "compiler/raster/raster.h"

namespace hpdl::draw {
namespace {

constexpr int kSeconds = 30;  ///< the limit in seconds for all layouts of one picture
constexpr double kWide = 1000;
constexpr double kWideRatio = 2.5;

struct Picture {
  Scene scene;
  Layout layout;
};

/// Returns the width of the smallest window that shows the whole picture. The window has the usual
/// shape of a screen.
double Pixels(const Picture& picture) {
  constexpr double kScreenRatio = 1.6;
  const Extent extent = ExtentOf(picture.scene, picture.layout);
  return std::max(extent.width(), extent.height() * kScreenRatio);
}

/// Sets the states of the nodes. A copy of a node has the same state as the node.
void SetStates(const hir::Workflow& workflow, const NodeStates& states, Scene* scene) {
  for (SceneNode& node : scene->nodes) {
    const auto found = states.find(workflow.nodes[node.index].name);
    node.state = found == states.end() ? NodeState::kNone : found->second;
  }
}

}  // namespace

Result<std::string> DrawSvg(const hir::Workflow& workflow, const NodeStates& states) {
  Scene scene = MakeScene(workflow);
  if (scene.nodes.size() > kMostNodes || scene.edges.size() > kMostEdges) {
    return Failure("a picture has at most " + std::to_string(kMostNodes) + " nodes and " +
                   std::to_string(kMostEdges) + " arrows, but this workflow has " +
                   std::to_string(scene.nodes.size()) + " and " +
                   std::to_string(scene.edges.size()));
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  Result<Layout> layout = MakeLayout(scene, kSeconds);
  HPDL_TRY(layout);
  Picture picture{std::move(scene), std::move(*layout)};
  const Extent extent = ExtentOf(picture.scene, picture.layout);
  if (extent.width() > kWide && extent.width() > kWideRatio * extent.height()) {
    Scene turned = MakeScene(workflow, true);
    const auto spent = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin);
    Result<Layout> other = MakeLayout(turned, kSeconds - static_cast<int>(spent.count()));
    if (other) {
      Picture narrow{std::move(turned), std::move(*other)};
      if (Pixels(narrow) < Pixels(picture)) {
        picture = std::move(narrow);
      }
    }
  }
  SetStates(workflow, states, &picture.scene);
  return WriteSvg(picture.scene, picture.layout);
}

Result<std::string> DrawPng(const hir::Workflow& workflow, const NodeStates& states) {
  const Result<std::string> svg = DrawSvg(workflow, states);
  HPDL_TRY(svg);
  return raster::WritePng(*svg, kPngScale);
}

}  // namespace hpdl::draw
