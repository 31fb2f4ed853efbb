#ifndef HPDL_COMPILER_DRAW_CORNERS_H_
#define HPDL_COMPILER_DRAW_CORNERS_H_

#include "compiler/draw/layout.h"
#include "compiler/draw/scene.h"

namespace hpdl::draw {

/// A decision is drawn as a hexagon with a tip on its left and on its right. Returns the horizontal
/// distance in pixels between a tip and the nearest corner of the upper or lower side.
double SlantOf(const SceneNode& decision);

/// Extends arrows to the border of decisions. Graphviz treats a decision as a box, so an arrow may
/// end at a corner of this box, outside of the decision.
void ReachDecisions(const Scene& scene, Layout* layout);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_CORNERS_H_
