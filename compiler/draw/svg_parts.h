#ifndef HPDL_COMPILER_DRAW_SVG_PARTS_H_
#define HPDL_COMPILER_DRAW_SVG_PARTS_H_

#include <string>
#include <string_view>
#include <vector>

#include "compiler/draw/extent.h"
#include "compiler/draw/glyphs.h"
#include "compiler/draw/layout.h"

/// The elements that pictures consist of, as texts of SVG. A style is a list of classes of kStyle.
namespace hpdl::draw {

/// A length with at most one digit behind the point; equal layouts give equal texts.
std::string Number(double value);
/// `X Y`
std::string At(Point point);
/// ` name="value"`
std::string Attribute(std::string_view name, std::string_view value);
std::string Attribute(std::string_view name, double value);

/// Begins on the line at `at`.
std::string Text(std::string_view style, Point at, std::string_view text);
/// Lines around a middle height.
std::string Lines(std::string_view style, const std::vector<std::string>& lines, Point middle,
                  double step, double size);
std::string Box(std::string_view style, Point middle, double width, double height, double round);
/// A path that begins in its own corner.
std::string Sign(std::string_view style, Point corner, std::string_view path);
/// The sign of a kind on its ground of kTile by kTile, around a place.
inline constexpr double kTile = 24;
std::string Tile(const Glyph& glyph, Point middle);
/// What one points at as a whole, with a tooltip.
std::string Group(std::string_view tooltip, const std::string& content);
/// The head of an arrow: three corners from the end of its line to the tip.
std::string Head(std::string_view style, Point from, Point tip);

/// The line of an arrow and its head; `style`: further classes of both, each with a blank before
/// it.
std::string Arrow(std::string_view style, const Curve& curve);

/// The document up to its parts: its style and its page, which is the extent and a margin.
/// `label` and `summary` are for who cannot see it.
std::string BeginSvg(std::string_view label, std::string_view summary, std::string_view style,
                     const Extent& extent);
inline constexpr std::string_view kEndSvg = "</svg>\n";

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_SVG_PARTS_H_
