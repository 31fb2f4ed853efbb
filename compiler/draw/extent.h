#ifndef HPDL_COMPILER_DRAW_EXTENT_H_
#define HPDL_COMPILER_DRAW_EXTENT_H_

#include "compiler/draw/layout.h"
#include "compiler/draw/scene.h"

namespace hpdl::draw {

/// The rectangle that the parts of a picture take up.
struct Extent {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;

  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

Extent ExtentOf(const Scene& scene, const Layout& layout);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_EXTENT_H_
