#ifndef HPDL_COMPILER_DRAW_GLYPHS_H_
#define HPDL_COMPILER_DRAW_GLYPHS_H_

#include <string_view>

namespace hpdl::draw {

/// The small glyph of an action kind, a language or data: lines in a square of 16 by 16.
struct Glyph {
  std::string_view kind;
  std::string_view hue;   ///< the class that gives the glyph its colours in the style sheet
  std::string_view path;  ///< the `d` of an SVG path
};

/// Returns the glyph of a kind. Kinds without a glyph of their own share one glyph.
const Glyph& GlyphOf(std::string_view kind);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_GLYPHS_H_
