#ifndef HPDL_COMPILER_DRAW_COPIES_H_
#define HPDL_COMPILER_DRAW_COPIES_H_

#include "compiler/draw/arrivals.h"
#include "compiler/draw/scene.h"

namespace hpdl::draw {

/// Adds copies of an end or kill node, and redirects arrows of decisions to the copies, if too many
/// decisions lead to the node or if the node is far below the decision.
void AddCopies(const Arrivals& arrivals, Scene& scene);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_COPIES_H_
