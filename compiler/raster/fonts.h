#ifndef HPDL_COMPILER_RASTER_FONTS_H_
#define HPDL_COMPILER_RASTER_FONTS_H_

#include <string_view>

#include "compiler/raster/path.h"

namespace hpdl::raster {

enum class FontFace { kSans, kBold, kMono };

/// Returns the width of a line of UTF-8 at a font size, both in pixels.
double LineWidth(std::string_view text, FontFace face, double size);

/// Adds the outlines of a line that begins at (x, y) to `path`. Letters that the font does not have
/// become boxes.
void AddLine(std::string_view text, FontFace face, double size, double x, double y, Path* path);

}  // namespace hpdl::raster

#endif  // HPDL_COMPILER_RASTER_FONTS_H_
