#include "compiler/raster/fonts.h"

#include <stb_truetype.h>

#include <algorithm>
#include <cstddef>

#include "compiler/raster/font_files.h"
#include "runtime/ground/base/utf8.h"

namespace hpdl::raster {
namespace {

/// Opens one of the font files.
stbtt_fontinfo Open(const unsigned char* file) {
  stbtt_fontinfo font{};
  stbtt_InitFont(&font, file, 0);
  return font;
}

const stbtt_fontinfo& FontOf(FontFace face) {
  static const stbtt_fontinfo kFonts[] = {Open(hpdl_font_sans), Open(hpdl_font_bold),
                                          Open(hpdl_font_mono)};
  return kFonts[static_cast<std::size_t>(face)];
}

/// Removes the first character from the text and returns it.
char32_t TakeCharacter(std::string_view* text) {
  const Utf8Character character = DecodeUtf8(*text);
  text->remove_prefix(std::max<std::size_t>(character.size, 1));
  return character.code;
}

/// Returns the index of a character in its font. The fonts lack the ballot cross, so it gets the
/// index of the multiplication sign.
int GlyphOf(const stbtt_fontinfo& font, char32_t code) {
  constexpr char32_t kBallotCross = 0x2715, kTimes = 0xD7;
  return stbtt_FindGlyphIndex(&font, static_cast<int>(code == kBallotCross ? kTimes : code));
}

int AdvanceOf(const stbtt_fontinfo& font, int glyph) {
  int advance = 0, bearing = 0;
  stbtt_GetGlyphHMetrics(&font, glyph, &advance, &bearing);
  return advance;
}

/// Adds the outline of a glyph. In fonts the y axis points upwards, in pictures downwards.
void AddGlyph(const stbtt_fontinfo& font, int glyph, double scale, double x, double y, Path* path) {
  stbtt_vertex* vertices = nullptr;
  const int count = stbtt_GetGlyphShape(&font, glyph, &vertices);
  for (int i = 0; i < count; ++i) {
    const stbtt_vertex& at = vertices[i];
    const double to_x = x + at.x * scale, to_y = y - at.y * scale;
    if (at.type == STBTT_vmove) {
      path->move_to(to_x, to_y);
    } else if (at.type == STBTT_vline) {
      path->line_to(to_x, to_y);
    } else {
      path->curve3(x + at.cx * scale, y - at.cy * scale, to_x, to_y);
    }
  }
  path->close_polygon();
  stbtt_FreeShape(&font, vertices);
}

}  // namespace

double LineWidth(std::string_view text, FontFace face, double size) {
  const stbtt_fontinfo& font = FontOf(face);
  double width = 0;
  while (!text.empty()) {
    width += AdvanceOf(font, GlyphOf(font, TakeCharacter(&text)));
  }
  return width * stbtt_ScaleForMappingEmToPixels(&font, static_cast<float>(size));
}

void AddLine(std::string_view text, FontFace face, double size, double x, double y, Path* path) {
  const stbtt_fontinfo& font = FontOf(face);
  const double scale = stbtt_ScaleForMappingEmToPixels(&font, static_cast<float>(size));
  while (!text.empty()) {
    const int glyph = GlyphOf(font, TakeCharacter(&text));
    AddGlyph(font, glyph, scale, x, y, path);
    x += AdvanceOf(font, glyph) * scale;
  }
}

}  // namespace hpdl::raster
