#ifndef HPDL_COMPILER_DRAW_LAYOUT_H_
#define HPDL_COMPILER_DRAW_LAYOUT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/base/failure.h"
#include "compiler/draw/scene.h"

namespace hpdl::draw {

/// In pixels; y grows downwards.
struct Point {
  double x = 0;
  double y = 0;
};

/// How an arrow goes: a Bezier curve of 3 n + 1 points up to where its head begins, the tip of the
/// head, and the middle of the label.
struct Curve {
  std::vector<Point> points;
  Point tip;
  Point label;
};

/// Places for the parts of a scene, in its order.
struct Layout {
  std::vector<Point> nodes;  ///< their middles
  std::vector<Curve> edges;
};

/// Lets Graphviz place everything, in a process of its own: nobody promises that it never crashes,
/// and what it needs of time grows faster than the graph. Gives up after `seconds`. The error is
/// half a sentence.
Result<Layout> MakeLayout(const Scene& scene, int seconds);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_LAYOUT_H_
