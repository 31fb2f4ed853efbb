#ifndef HPDL_COMPILER_DRAW_SVG_H_
#define HPDL_COMPILER_DRAW_SVG_H_

#include <string>

#include "compiler/draw/layout.h"
#include "compiler/draw/scene.h"

namespace hpdl::draw {

/// Returns the scene as an SVG document. `layout` has the place of each part of the scene.
std::string WriteSvg(const Scene& scene, const Layout& layout);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_SVG_H_
