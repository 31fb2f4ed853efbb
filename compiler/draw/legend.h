#ifndef HPDL_COMPILER_DRAW_LEGEND_H_
#define HPDL_COMPILER_DRAW_LEGEND_H_

#include <string>
#include <vector>

#include "compiler/draw/extent.h"
#include "compiler/draw/scene.h"

namespace hpdl::draw {

inline constexpr double kLegendGap = 22;   ///< between the picture and its legend, in pixels
inline constexpr double kLegendLine = 18;  ///< from one line to the next
inline constexpr double kLegendSign = 34;  ///< how wide a sign is

enum class LegendSign { kName, kCopy, kErrorArrow };

/// What one of the signs in a picture means.
struct LegendLine {
  LegendSign sign = LegendSign::kName;
  std::string text;
};

/// A line for each sign that the scene has and that does not explain itself.
std::vector<LegendLine> LegendOf(const Scene& scene);

/// Makes room for the legend below the picture.
void AddLegend(const std::vector<LegendLine>& lines, Extent* extent);

/// How many nodes of each type the picture has, for those who cannot see it.
std::string Summary(const Scene& scene);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_LEGEND_H_
