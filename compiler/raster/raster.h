#ifndef HPDL_COMPILER_RASTER_RASTER_H_
#define HPDL_COMPILER_RASTER_RASTER_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "compiler/base/failure.h"

namespace hpdl::raster {

/// The most pixels of a picture. Larger pictures are scaled down.
inline constexpr double kMostPixels = 24e6;

/// Returns the picture of an SVG document as a PNG file, with `scale` pixels for each pixel of the
/// document. The function supports the elements of workflow pictures: rect, circle, path and text
/// in groups. It supports one style sheet with class selectors, and ignores the sheet's @media
/// rules for dark colours. Fails if the document contains an unsupported part; the error is one
/// sentence.
Result<std::string> WritePng(std::string_view svg, double scale);

}  // namespace hpdl::raster

#endif  // HPDL_COMPILER_RASTER_RASTER_H_
