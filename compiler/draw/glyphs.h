#ifndef HPDL_COMPILER_DRAW_GLYPHS_H_
#define HPDL_COMPILER_DRAW_GLYPHS_H_

#include <string_view>

namespace hpdl::draw {

/// The small sign of an action kind, of a language or of data: lines on a ground of 16 by 16.
struct Glyph {
  std::string_view kind;
  std::string_view hue;   ///< a class of the picture's style: what sort of work this is
  std::string_view path;  ///< the `d` of an SVG path
};

/// Kinds that no glyph was made for share one.
const Glyph& GlyphOf(std::string_view kind);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_GLYPHS_H_
