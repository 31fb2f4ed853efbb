#ifndef HPDL_COMPILER_DRAW_COPIES_H_
#define HPDL_COMPILER_DRAW_COPIES_H_

#include "compiler/draw/arrivals.h"
#include "compiler/draw/scene.h"

namespace hpdl::draw {

/// Turns arrows from decisions to copies of the end and kill nodes that too many of them lead to,
/// or that are far below.
void AddCopies(const Arrivals& arrivals, Scene& scene);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_COPIES_H_
