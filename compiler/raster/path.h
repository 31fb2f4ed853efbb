#ifndef HPDL_COMPILER_RASTER_PATH_H_
#define HPDL_COMPILER_RASTER_PATH_H_

#include <agg_path_storage.h>

#include <string_view>

#include "compiler/base/failure.h"

namespace hpdl::raster {

/// A path of lines and curves, in pixels of the document; y grows downwards.
using Path = agg::path_storage;

/// Reads the `d` of an SVG path: M, L, H, V, C, S, A and Z, relative or absolute. The error quotes
/// the text that is not a valid command.
Result<void> ReadPath(std::string_view text, Path* path);

}  // namespace hpdl::raster

#endif  // HPDL_COMPILER_RASTER_PATH_H_
