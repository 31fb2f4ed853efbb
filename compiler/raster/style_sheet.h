#ifndef HPDL_COMPILER_RASTER_STYLE_SHEET_H_
#define HPDL_COMPILER_RASTER_STYLE_SHEET_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/failure.h"
#include "compiler/raster/fonts.h"

namespace hpdl::raster {

struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
};

/// The style of one element; lengths are in pixels of the document.
struct Style {
  std::optional<Colour> fill = Colour{};
  std::optional<Colour> stroke;
  double stroke_width = 1;
  double dash = 0;  ///< 0 if the line is not dashed
  double gap = 0;
  bool round = false;  ///< true for round ends and corners of lines
  bool stroke_first = false;
  bool centred = false;
  FontFace face = FontFace::kSans;
  double font_size = 16;
};

/// The tag and the classes of an element, with which selectors are compared.
struct Names {
  std::string_view tag;
  std::string_view classes;  ///< separated by blanks
};

/// The rules of a style sheet, in the order in which they override each other. The object refers to
/// the text from which it was read.
class StyleSheet {
 public:
  /// Reads rules whose selectors are tags and classes, with blanks for descendants. Skips the rules
  /// in @media blocks. The error names the unknown property or value.
  static Result<StyleSheet> Read(std::string_view text);

  /// Returns the style of the last element of `path`. The path goes from the root to this element.
  Style StyleOf(const std::vector<Names>& path) const;

 private:
  /// A selector part `tag.class.class`. An empty tag matches any element.
  struct Compound {
    std::string_view tag;
    std::vector<std::string_view> classes;
  };
  struct Rule {
    std::vector<Compound> selector;  ///< from the outermost element to the element itself
    int weight = 0;
    std::string_view declarations;
  };

  static std::vector<Compound> ReadSelector(std::string_view text, int* weight);
  static bool Fits(const Compound& compound, const Names& names);
  static bool Fits(const Rule& rule, const std::vector<Names>& path);

  std::vector<Rule> rules_;
};

}  // namespace hpdl::raster

#endif  // HPDL_COMPILER_RASTER_STYLE_SHEET_H_
