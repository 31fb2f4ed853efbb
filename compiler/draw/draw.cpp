#include "compiler/draw/draw.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "compiler/draw/extent.h"
#include "compiler/draw/layout.h"
#include "compiler/draw/scene.h"
#include "compiler/draw/svg.h"

namespace hpdl::draw {
namespace {

constexpr int kSeconds = 30;  ///< for all layouts of one picture
constexpr double kWide = 1000;
constexpr double kWideRatio = 2.5;

struct Picture {
  Scene scene;
  Layout layout;
};

/// How wide a window must be, of the shape of usual screens, that shows all of it.
double Pixels(const Picture& picture) {
  constexpr double kScreenRatio = 1.6;
  const Extent extent = ExtentOf(picture.scene, picture.layout);
  return std::max(extent.width(), extent.height() * kScreenRatio);
}

}  // namespace

std::string DrawSvg(const hir::Workflow& workflow, std::string* error) {
  Scene scene = MakeScene(workflow);
  if (scene.nodes.size() > kMostNodes || scene.edges.size() > kMostEdges) {
    *error = "a picture has at most " + std::to_string(kMostNodes) + " nodes and " +
             std::to_string(kMostEdges) + " arrows, that of this workflow has " +
             std::to_string(scene.nodes.size()) + " and " + std::to_string(scene.edges.size());
    return {};
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  Picture picture{std::move(scene), {}};
  if (!MakeLayout(picture.scene, kSeconds, &picture.layout, error)) {
    return {};
  }
  const Extent extent = ExtentOf(picture.scene, picture.layout);
  if (extent.width() > kWide && extent.width() > kWideRatio * extent.height()) {
    Picture other{MakeScene(workflow, true), {}};
    std::string ignored;
    const auto spent = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin);
    if (MakeLayout(other.scene, kSeconds - static_cast<int>(spent.count()), &other.layout,
                   &ignored) &&
        Pixels(other) < Pixels(picture)) {
      picture = std::move(other);
    }
  }
  return WriteSvg(picture.scene, picture.layout);
}

}  // namespace hpdl::draw
