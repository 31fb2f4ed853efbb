#ifndef HPDL_COMPILER_DRAW_LAYOUT_H_
#define HPDL_COMPILER_DRAW_LAYOUT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/base/failure.h"
#include "compiler/draw/scene.h"

namespace hpdl::draw {

/// A point in pixels; y grows downwards.
struct Point {
  double x = 0;
  double y = 0;
};

/// The path of an arrow. `points` is a Bezier curve of 3 n + 1 points up to the head. `tip` is the
/// tip of the head, and `label` is the middle of the label.
struct Curve {
  std::vector<Point> points;
  Point tip;
  Point label;
};

/// The places of the parts of a scene, in the order of the scene.
struct Layout {
  std::vector<Point> nodes;  ///< the middles of the nodes
  std::vector<Curve> edges;
};

/// Places all nodes and arrows with Graphviz. Graphviz runs in a separate process, because it may
/// crash and its time grows faster than the graph. Fails if Graphviz fails or takes longer than
/// `seconds`.
Result<Layout> MakeLayout(const Scene& scene, int seconds);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_LAYOUT_H_
