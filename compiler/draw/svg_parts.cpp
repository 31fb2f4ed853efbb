#include "compiler/draw/svg_parts.h"

#include <cmath>
#include <cstdio>

#include "compiler/base/xml_text.h"

namespace hpdl::draw {

std::string Number(double value) {
  const double rounded = std::round(value * 10) / 10;
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", rounded == 0 ? 0 : rounded);
  std::string out = text;
  if (out.ends_with(".0")) {
    out.resize(out.size() - 2);
  }
  return out;
}

std::string At(Point point) {
  return Number(point.x) + " " + Number(point.y);
}

std::string Attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + EscapeXml(value) + "\"";
}

std::string Attribute(std::string_view name, double value) {
  return Attribute(name, Number(value));
}

std::string Text(std::string_view style, Point at, std::string_view text) {
  return "<text" + (style.empty() ? std::string() : Attribute("class", style)) +
         Attribute("x", at.x) + Attribute("y", at.y) + ">" + EscapeXml(text) + "</text>\n";
}

std::string Lines(std::string_view style, const std::vector<std::string>& lines, Point middle,
                  double step, double size) {
  std::string out;
  const double above = static_cast<double>(lines.size() - 1) * step / 2;
  // Letters stand on the baseline. Their middle is about a third of the size above the baseline.
  double y = middle.y - above + size * 0.35;
  for (const std::string& line : lines) {
    out += Text(style, {middle.x, y}, line);
    y += step;
  }
  return out;
}

std::string Box(std::string_view style, Point middle, double width, double height, double round) {
  return "<rect" + (style.empty() ? std::string() : Attribute("class", style)) +
         Attribute("x", middle.x - width / 2) + Attribute("y", middle.y - height / 2) +
         Attribute("width", width) + Attribute("height", height) + Attribute("rx", round) + "/>\n";
}

std::string Sign(std::string_view style, Point corner, std::string_view path) {
  return "<path" + Attribute("class", style) +
         Attribute("transform", "translate(" + At(corner) + ")") + Attribute("d", path) + "/>\n";
}

std::string Tile(const Glyph& glyph, Point middle) {
  constexpr double kGround = 16;  // the length of a side of a glyph's square
  return "<g" + Attribute("class", glyph.hue) + ">" + Box("", middle, kTile, kTile, 6) +
         Sign("sign", {middle.x - kGround / 2, middle.y - kGround / 2}, glyph.path) + "</g>\n";
}

std::string Group(std::string_view tooltip, const std::string& content) {
  return "<g><title>" + EscapeXml(tooltip) + "</title>\n" + content + "</g>\n";
}

std::string Head(std::string_view style, Point from, Point tip) {
  constexpr double kHalfWidth = 3.2;
  const double dx = tip.x - from.x, dy = tip.y - from.y;
  const double length = std::hypot(dx, dy);
  if (length < 0.1) {
    return {};
  }
  const Point side{-dy / length * kHalfWidth, dx / length * kHalfWidth};
  return "<path" + Attribute("class", style) +
         Attribute("d", "M" + At({from.x + side.x, from.y + side.y}) + "L" + At(tip) + "L" +
                            At({from.x - side.x, from.y - side.y}) + "z") +
         "/>\n";
}

std::string Arrow(std::string_view style, const Curve& curve) {
  if (curve.points.empty()) {
    return {};
  }
  std::string path = "M" + At(curve.points[0]);
  for (std::size_t i = 1; i < curve.points.size(); ++i) {
    path += (i % 3 == 1 ? "C" : " ") + At(curve.points[i]);
  }
  return "<path" + Attribute("class", "line" + std::string(style)) + Attribute("d", path) + "/>\n" +
         Head("head" + std::string(style), curve.points.back(), curve.tip);
}

std::string BeginSvg(std::string_view label, std::string_view summary, std::string_view style,
                     const Extent& extent) {
  constexpr double kPageMargin = 14;
  const double width = std::ceil(extent.width() + 2 * kPageMargin);
  const double height = std::ceil(extent.height() + 2 * kPageMargin);
  const Point corner{std::floor(extent.left - kPageMargin), std::floor(extent.top - kPageMargin)};
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"hpdl\" role=\"img\"" +
         Attribute("aria-label", label) + Attribute("width", width) + Attribute("height", height) +
         Attribute("viewBox", At(corner) + " " + At({width, height})) + ">\n<desc>" +
         EscapeXml(summary) + "</desc>\n<style>" + std::string(style) + "</style>\n<rect" +
         Attribute("class", "page") + Attribute("x", corner.x) + Attribute("y", corner.y) +
         Attribute("width", width) + Attribute("height", height) + Attribute("rx", 8) + "/>\n";
}

}  // namespace hpdl::draw
