#ifndef HPDL_COMPILER_DRAW_BAR_SIZES_H_
#define HPDL_COMPILER_DRAW_BAR_SIZES_H_

#include "compiler/draw/scene.h"

namespace hpdl::draw {

/// Finds the join of each fork, and sets the sizes of all forks and joins. All other nodes already
/// have their sizes.
void SizeBars(const hir::Workflow& workflow, Scene& scene);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_BAR_SIZES_H_
