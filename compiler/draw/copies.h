#ifndef HPDL_COMPILER_DRAW_COPIES_H_
#define HPDL_COMPILER_DRAW_COPIES_H_

#include "compiler/draw/arrivals.h"
#include "compiler/draw/scene.h"

namespace hpdl::draw {

/// Adds copies of end and kill nodes, and redirects arrows of decisions to the copies. A node gets
/// copies if too many decisions lead to it, or if it is far below a decision.
void AddCopies(const Arrivals& arrivals, Scene& scene);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_COPIES_H_
