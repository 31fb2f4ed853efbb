#include "compiler/raster/canvas.h"

#include <agg_conv_curve.h>
#include <agg_conv_dash.h>
#include <agg_conv_stroke.h>
#include <agg_conv_transform.h>
#include <agg_renderer_scanline.h>
#include <png.h>

namespace hpdl::raster {
namespace {

constexpr unsigned kBytesOfPixel = 3;

}  // namespace

Canvas::Canvas(unsigned width, unsigned height)
    : bytes_(std::size_t{width} * height * kBytesOfPixel, 0xFF),
      rows_(bytes_.data(), width, height, static_cast<int>(width * kBytesOfPixel)),
      pixels_(rows_),
      area_(pixels_) {
  rasterizer_.clip_box(0, 0, width, height);
}

template <typename Shape>
void Canvas::PaintShape(Shape* shape, const Colour& colour) {
  rasterizer_.reset();
  rasterizer_.add_path(*shape);
  agg::render_scanlines_aa_solid(rasterizer_, scanline_, area_,
                                 agg::rgba8(colour.red, colour.green, colour.blue));
}

void Canvas::Fill(Path* path, const Style& style, const agg::trans_affine& place) {
  agg::conv_curve<Path> curves(*path);
  curves.approximation_scale(place.scale());
  agg::conv_transform shape(curves, place);
  PaintShape(&shape, *style.fill);
}

template <typename Line>
void Canvas::PaintLine(Line* line, const Style& style, const agg::trans_affine& place) {
  agg::conv_stroke<Line> stroke(*line);
  stroke.width(style.stroke_width);
  stroke.approximation_scale(place.scale());
  if (style.round) {
    stroke.line_cap(agg::round_cap);
    stroke.line_join(agg::round_join);
  }
  agg::conv_transform shape(stroke, place);
  PaintShape(&shape, *style.stroke);
}

void Canvas::Stroke(Path* path, const Style& style, const agg::trans_affine& place) {
  agg::conv_curve<Path> curves(*path);
  curves.approximation_scale(place.scale());
  if (style.dash > 0) {
    agg::conv_dash<agg::conv_curve<Path>> dashes(curves);
    dashes.add_dash(style.dash, style.gap);
    PaintLine(&dashes, style, place);
  } else {
    PaintLine(&curves, style, place);
  }
}

void Canvas::Paint(Path* path, const Style& style, const agg::trans_affine& place) {
  if (style.stroke && style.stroke_first) {
    Stroke(path, style, place);
  }
  if (style.fill) {
    Fill(path, style, place);
  }
  if (style.stroke && !style.stroke_first) {
    Stroke(path, style, place);
  }
}

Result<std::string> Canvas::Png() const {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = rows_.width();
  image.height = rows_.height();
  image.format = PNG_FORMAT_RGB;
  // This flag switches the filters of PNG off, because filters do not shrink areas of one colour.
  image.flags = PNG_IMAGE_FLAG_FAST;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string file(size, '\0');
  if (png_image_write_to_memory(&image, file.data(), &size, 0, bytes_.data(), 0, nullptr) == 0) {
    return Failure(std::string("the picture cannot be written: ") + image.message);
  }
  file.resize(size);
  return file;
}

}  // namespace hpdl::raster
