#ifndef HPDL_COMPILER_DRAW_LEGEND_H_
#define HPDL_COMPILER_DRAW_LEGEND_H_

#include <string>
#include <vector>

#include "compiler/draw/extent.h"
#include "compiler/draw/scene.h"

namespace hpdl::draw {

/// The space between the picture and its legend, in pixels.
inline constexpr double kLegendGap = 22;
inline constexpr double kLegendLine = 18;  ///< the distance from one line to the next
inline constexpr double kLegendSign = 34;  ///< the width of a sign in the legend

enum class LegendSign { kName, kCopy, kErrorArrow };

/// The meaning of one sign in a picture.
struct LegendLine {
  LegendSign sign = LegendSign::kName;
  std::string text;
};

/// Returns a line for each sign in the scene that needs an explanation.
std::vector<LegendLine> LegendOf(const Scene& scene);

/// Makes room for the legend below the picture.
void AddLegend(const std::vector<LegendLine>& lines, Extent* extent);

/// Returns the number of nodes of each type as text, for people who cannot see the picture.
std::string Summary(const Scene& scene);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_LEGEND_H_
