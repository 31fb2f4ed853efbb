#include "compiler/draw/extent.h"

#include <algorithm>

namespace hpdl::draw {
namespace {

void Add(Point middle, double width, double height, Extent* extent) {
  extent->left = std::min(extent->left, middle.x - width / 2);
  extent->top = std::min(extent->top, middle.y - height / 2);
  extent->right = std::max(extent->right, middle.x + width / 2);
  extent->bottom = std::max(extent->bottom, middle.y + height / 2);
}

}  // namespace

Extent ExtentOf(const Scene& scene, const Layout& layout) {
  if (scene.nodes.empty()) {
    return {};
  }
  const Point first = layout.nodes.front();
  Extent extent{first.x, first.y, first.x, first.y};
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    Add(layout.nodes[i], scene.nodes[i].width, scene.nodes[i].height, &extent);
  }
  for (std::size_t i = 0; i < scene.edges.size(); ++i) {
    for (const Point& point : layout.edges[i].points) {
      Add(point, 0, 0, &extent);
    }
    if (!scene.edges[i].label.empty()) {
      Add(layout.edges[i].label, scene.edges[i].label_width, scene.edges[i].label_height, &extent);
    }
  }
  return extent;
}

}  // namespace hpdl::draw
