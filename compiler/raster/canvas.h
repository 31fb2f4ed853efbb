#ifndef HPDL_COMPILER_RASTER_CANVAS_H_
#define HPDL_COMPILER_RASTER_CANVAS_H_

#include <agg_pixfmt_rgb.h>
#include <agg_rasterizer_scanline_aa.h>
#include <agg_renderer_base.h>
#include <agg_rendering_buffer.h>
#include <agg_scanline_u.h>
#include <agg_trans_affine.h>

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/base/failure.h"
#include "compiler/raster/path.h"
#include "compiler/raster/style_sheet.h"

namespace hpdl::raster {

/// An area of pixels on which paths are painted. It is white at first.
class Canvas {
 public:
  Canvas(unsigned width, unsigned height);
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  /// Fills a path and draws its outline. `place` maps pixels of the document to pixels of the
  /// canvas.
  void Paint(Path* path, const Style& style, const agg::trans_affine& place);

  /// Returns the pixels as a PNG file.
  Result<std::string> Png() const;

 private:
  void Fill(Path* path, const Style& style, const agg::trans_affine& place);
  void Stroke(Path* path, const Style& style, const agg::trans_affine& place);
  template <typename Line>
  void PaintLine(Line* line, const Style& style, const agg::trans_affine& place);
  template <typename Shape>
  void PaintShape(Shape* shape, const Colour& colour);

  std::vector<unsigned char> bytes_;
  agg::rendering_buffer rows_;
  agg::pixfmt_rgb24 pixels_;
  agg::renderer_base<agg::pixfmt_rgb24> area_;
  agg::rasterizer_scanline_aa<> rasterizer_;
  agg::scanline_u8 scanline_;
};

}  // namespace hpdl::raster

#endif  // HPDL_COMPILER_RASTER_CANVAS_H_
