#ifndef HPDL_COMPILER_DRAW_SVG_PARTS_H_
#define HPDL_COMPILER_DRAW_SVG_PARTS_H_

#include <string>
#include <string_view>
#include <vector>

#include "compiler/draw/extent.h"
#include "compiler/draw/glyphs.h"
#include "compiler/draw/layout.h"

/// Makes the elements of pictures as SVG text. A style is a list of classes of kStyle.
namespace hpdl::draw {

/// Returns a length with at most one digit after the decimal point, so that equal layouts give
/// equal texts.
std::string Number(double value);
/// Returns `X Y`.
std::string At(Point point);
/// Returns ` name="value"`.
std::string Attribute(std::string_view name, std::string_view value);
std::string Attribute(std::string_view name, double value);

/// Returns a text that begins at `at` on the baseline.
std::string Text(std::string_view style, Point at, std::string_view text);
/// Returns lines of text at `middle.x`. The middle of the lines is at `middle.y`.
std::string Lines(std::string_view style, const std::vector<std::string>& lines, Point middle,
                  double step, double size);
std::string Box(std::string_view style, Point middle, double width, double height, double round);
/// Returns a path whose coordinates are relative to `corner`.
std::string Sign(std::string_view style, Point corner, std::string_view path);
/// The length of a side of the square in which Tile() puts the glyph of a kind.
inline constexpr double kTile = 24;
std::string Tile(const Glyph& glyph, Point middle);
/// Returns content as one group with a tooltip.
std::string Group(std::string_view tooltip, const std::string& content);
/// Returns the head of an arrow: a triangle from the end of its line to the tip.
std::string Head(std::string_view style, Point from, Point tip);

/// Returns the line of an arrow and its head. `style` holds further classes of the line and the
/// head, each with a blank before it.
std::string Arrow(std::string_view style, const Curve& curve);

/// Returns the start of the document: its style sheet and its background, which covers the extent
/// and a margin around it. `label` and `summary` are for people who cannot see the picture.
std::string BeginSvg(std::string_view label, std::string_view summary, std::string_view style,
                     const Extent& extent);
inline constexpr std::string_view kEndSvg = "</svg>\n";

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_SVG_PARTS_H_
