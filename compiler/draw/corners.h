#ifndef HPDL_COMPILER_DRAW_CORNERS_H_
#define HPDL_COMPILER_DRAW_CORNERS_H_

#include "compiler/draw/layout.h"
#include "compiler/draw/scene.h"

namespace hpdl::draw {

/// How far the upper and lower sides of a decision are shorter than it is wide, at each end.
double SlantOf(const SceneNode& decision);

/// For Graphviz a decision is a box. Arrows that begin or end at a corner of that box, where the
/// decision has none, are led on to its border.
void ReachDecisions(const Scene& scene, Layout* layout);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_CORNERS_H_
