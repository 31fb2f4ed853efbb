#include "compiler/raster/raster.h"

#include <agg_ellipse.h>
#include <agg_rounded_rect.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <pugixml.hpp>
#include <vector>

#include "compiler/raster/canvas.h"
#include "compiler/raster/fonts.h"
#include "compiler/raster/path.h"
#include "compiler/raster/style_sheet.h"

namespace hpdl::raster {
namespace {

double LengthOf(pugi::xml_node node, const char* name) {
  return node.attribute(name).as_double();
}

/// Returns the first N numbers in a text.
template <std::size_t N>
std::array<double, N> ReadNumbers(std::string_view text) {
  std::array<double, N> numbers{};
  for (double& number : numbers) {
    text.remove_prefix(std::min(text.find_first_of("-0123456789"), text.size()));
    const auto end = std::from_chars(text.data(), text.data() + text.size(), number).ptr;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  return numbers;
}

/// Reads a group's `transform`: translate(X Y) or rotate(DEGREES X Y).
Result<agg::trans_affine> ReadPlace(std::string_view text) {
  if (text.empty()) {
    return agg::trans_affine();
  }
  if (text.starts_with("translate(")) {
    const auto [x, y] = ReadNumbers<2>(text);
    return agg::trans_affine(agg::trans_affine_translation(x, y));
  }
  if (text.starts_with("rotate(")) {
    const auto [degrees, x, y] = ReadNumbers<3>(text);
    agg::trans_affine place = agg::trans_affine_translation(-x, -y);
    place *= agg::trans_affine_rotation(agg::deg2rad(degrees));
    place *= agg::trans_affine_translation(x, y);
    return place;
  }
  return Failure("the picture has an unknown transform `" + std::string(text) + "`");
}

/// Adds the outline of an element that is not a group.
Result<void> ReadOutline(pugi::xml_node node, const Style& style, Path* path) {
  const std::string_view tag = node.name();
  if (tag == "path") {
    return ReadPath(node.attribute("d").value(), path);
  }
  if (tag == "rect") {
    const double x = LengthOf(node, "x"), y = LengthOf(node, "y");
    agg::rounded_rect box(x, y, x + LengthOf(node, "width"), y + LengthOf(node, "height"),
                          LengthOf(node, "rx"));
    box.normalize_radius();
    path->concat_path(box);
  } else if (tag == "circle") {
    const double radius = LengthOf(node, "r");
    agg::ellipse circle(LengthOf(node, "cx"), LengthOf(node, "cy"), radius, radius);
    path->concat_path(circle);
  } else if (tag == "text") {
    const std::string_view line = node.child_value();
    const double width = style.centred ? LineWidth(line, style.face, style.font_size) : 0;
    AddLine(line, style.face, style.font_size, LengthOf(node, "x") - width / 2, LengthOf(node, "y"),
            path);
  } else {
    return Failure("the picture has an unknown element `" + std::string(tag) + "`");
  }
  return {};
}

/// Paints the elements of a document, in document order.
class Painter {
 public:
  Painter(const StyleSheet& sheet, Canvas* canvas) : sheet_(sheet), canvas_(*canvas) {}

  /// Paints the content of a group. Groups of pictures are only a few levels deep.
  // NOLINTNEXTLINE(misc-no-recursion)
  Result<void> PaintAll(pugi::xml_node group, const agg::trans_affine& outer) {
    path_.push_back({group.name(), group.attribute("class").value()});
    for (const pugi::xml_node node : group.children()) {
      const std::string_view tag = node.name();
      if (tag == "desc" || tag == "title" || tag == "style" || tag.empty()) {
        continue;
      }
      Result<agg::trans_affine> place = ReadPlace(node.attribute("transform").value());
      HPDL_TRY(place);
      *place *= outer;
      const Result<void> painted = tag == "g" ? PaintAll(node, *place) : PaintOne(node, *place);
      HPDL_TRY(painted);
    }
    path_.pop_back();
    return {};
  }

 private:
  Result<void> PaintOne(pugi::xml_node node, const agg::trans_affine& place) {
    path_.push_back({node.name(), node.attribute("class").value()});
    const Style style = sheet_.StyleOf(path_);
    path_.pop_back();
    Path outline;
    const Result<void> read = ReadOutline(node, style, &outline);
    HPDL_TRY(read);
    canvas_.Paint(&outline, style, place);
    return {};
  }

  const StyleSheet& sheet_;
  Canvas& canvas_;
  std::vector<Names> path_;
};

}  // namespace

Result<std::string> WritePng(std::string_view svg, double scale) {
  pugi::xml_document document;
  if (!document.load_buffer(svg.data(), svg.size(), pugi::parse_default | pugi::parse_ws_pcdata,
                            pugi::encoding_utf8)) {
    return Failure("the picture is not XML");
  }
  const pugi::xml_node root = document.child("svg");
  const Result<StyleSheet> sheet = StyleSheet::Read(root.child("style").child_value());
  HPDL_TRY(sheet);
  const auto [left, top, width, height] = ReadNumbers<4>(root.attribute("viewBox").value());
  constexpr double kLongest = 1e6;  // the most pixels in a row or column that PNG readers accept
  if (!(width >= 1 && height >= 1 && width <= kLongest && height <= kLongest)) {
    return Failure("the picture has a size that a PNG cannot have");
  }
  scale = std::min(scale, std::sqrt(kMostPixels / (width * height)));
  Canvas canvas(static_cast<unsigned>(std::max(1.0, width * scale)),
                static_cast<unsigned>(std::max(1.0, height * scale)));
  agg::trans_affine place = agg::trans_affine_translation(-left, -top);
  place *= agg::trans_affine_scaling(scale);
  Painter painter(*sheet, &canvas);
  const Result<void> painted = painter.PaintAll(root, place);
  HPDL_TRY(painted);
  return canvas.Png();
}

}  // namespace hpdl::raster
