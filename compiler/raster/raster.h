#ifndef HPDL_COMPILER_RASTER_RASTER_H_
#define HPDL_COMPILER_RASTER_RASTER_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "compiler/base/failure.h"

namespace hpdl::raster {

/// Larger pictures are drawn smaller, so that they have no more pixels.
inline constexpr double kMostPixels = 24e6;

/// The picture of an SVG document as a PNG file, `scale` pixels for each of its own. It knows what
/// pictures of workflows are made of: rect, circle, path and text in groups, with one style sheet
/// of class selectors, of which the rules for light colours count. An error is a sentence: the
/// document has something else.
Result<std::string> WritePng(std::string_view svg, double scale);

}  // namespace hpdl::raster

#endif  // HPDL_COMPILER_RASTER_RASTER_H_
