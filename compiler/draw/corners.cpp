#include "compiler/draw/corners.h"

#include <algorithm>
#include <cmath>

namespace hpdl::draw {
namespace {

constexpr double kMostSlant = 16;

Point Between(Point from, Point to, double part) {
  return {from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part};
}

/// Returns the point at which a ray from `from` along `direction` meets the border of a decision
/// with its middle at `middle`. If `from` is not between the decision and a corner of the
/// decision's bounding box, returns `from`.
Point Border(const SceneNode& node, Point middle, Point from, Point direction) {
  const double width = node.width / 2, height = node.height / 2, slant = SlantOf(node);
  // Mirrors other corners of the box to the lower right corner, so that the calculation handles
  // only this corner.
  const double right = from.x < middle.x ? -1 : 1, below = from.y < middle.y ? -1 : 1;
  const double x = (from.x - middle.x) * right, y = (from.y - middle.y) * below;
  const double outside = x * height + y * slant - width * height;
  constexpr double kNear = 1;  // the thickness of a line; a smaller distance does not show
  if (outside <= kNear * height) {
    return from;
  }
  const double length = std::hypot(direction.x, direction.y);
  const double dx = direction.x * right, dy = direction.y * below;
  const double nearer = -(dx * height + dy * slant);
  const double steps = nearer > 0 ? outside / nearer : 0;
  const bool meets = nearer > 0 && steps * length <= 2 * slant && y + steps * dy >= 0;
  // If the ray misses the decision, the arrow goes horizontally to the side of the decision.
  return meets ? Point{from.x + steps * direction.x, from.y + steps * direction.y}
               : Point{from.x - outside / height * right, from.y};
}

void ReachBegin(const SceneNode& node, Point middle, Curve* curve) {
  const Point old = curve->points[0], next = curve->points[1];
  const Point begin = Border(node, middle, old, {old.x - next.x, old.y - next.y});
  if (begin.x != old.x || begin.y != old.y) {
    curve->points.insert(curve->points.begin(),
                         {begin, Between(begin, old, 1.0 / 3), Between(begin, old, 2.0 / 3)});
  }
}

/// Extends the end of an arrow. The head moves with the tip.
void ReachEnd(const SceneNode& node, Point middle, Curve* curve) {
  const Point old = curve->points.back();
  const Point tip = Border(node, middle, curve->tip, {curve->tip.x - old.x, curve->tip.y - old.y});
  const Point end{old.x + tip.x - curve->tip.x, old.y + tip.y - curve->tip.y};
  if (end.x != old.x || end.y != old.y) {
    curve->points.insert(curve->points.end(),
                         {Between(old, end, 1.0 / 3), Between(old, end, 2.0 / 3), end});
    curve->tip = tip;
  }
}

}  // namespace

double SlantOf(const SceneNode& decision) {
  return std::min(decision.height / 2, kMostSlant);
}

void ReachDecisions(const Scene& scene, Layout* layout) {
  for (std::size_t i = 0; i < scene.edges.size(); ++i) {
    const SceneEdge& edge = scene.edges[i];
    Curve& curve = layout->edges[i];
    if (curve.points.size() < 2) {
      continue;
    }
    if (scene.nodes[edge.from].type == hir::NodeType::kDecision) {
      ReachBegin(scene.nodes[edge.from], layout->nodes[edge.from], &curve);
    }
    if (scene.nodes[edge.to].type == hir::NodeType::kDecision) {
      ReachEnd(scene.nodes[edge.to], layout->nodes[edge.to], &curve);
    }
  }
}

}  // namespace hpdl::draw
