#include "compiler/draw/card.h"

#include <algorithm>

#include "compiler/draw/scene.h"
#include "compiler/draw/svg_parts.h"
#include "compiler/draw/text.h"

namespace hpdl::draw {
namespace {

constexpr double kSignGap = 10;     ///< the space between the glyph and the text
constexpr double kAboveLines = 10;  ///< the space above and below the text
constexpr double kLeftOfText = kPadding + kTile + kSignGap;

double HeightOfLine(const Card::Line& line) {
  constexpr double kApart = 6;
  return (line.face == Card::Face::kName ? kNameLine : kSmallLine) + (line.apart ? kApart : 0);
}

double WidthOfLine(const Card::Line& line) {
  switch (line.face) {
    case Card::Face::kName:
      return TextWidth(line.text, Font::kBold, kNameSize);
    case Card::Face::kCode:
      return TextWidth(line.text, Font::kMono, kSmallSize);
    case Card::Face::kSmall:
      break;
  }
  return TextWidth(line.text, Font::kSans, kSmallSize);
}

double HeightOfLines(const Card& card) {
  double height = 0;
  for (const Card::Line& line : card.lines) {
    height += HeightOfLine(line);
  }
  return height;
}

std::size_t CodePoints(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

/// Returns the offset at which the last `count` code points begin.
std::size_t BeginOfLast(std::string_view text, std::size_t count) {
  std::size_t at = text.size();
  while (at > 0 && count > 0) {
    --at;
    count -= (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80 ? 1 : 0;
  }
  return at;
}

}  // namespace

double Card::width() const {
  double widest = 0;
  for (const Line& line : lines) {
    widest = std::max(widest, WidthOfLine(line));
  }
  return std::max(least_width, kLeftOfText + widest + kPadding);
}

double Card::height() const {
  return std::max(kTile, HeightOfLines(*this)) + 2 * kAboveLines;
}

std::string DrawCard(const Card& card, Point middle) {
  constexpr std::string_view kStyles[] = {"name", "", "when"};
  // If the text is at most this high, the glyph stands in the vertical middle of the card.
  constexpr double kFewLines = 3 * kNameLine;
  const double left = middle.x - card.width() / 2, text = HeightOfLines(card);
  const double top = middle.y - text / 2;
  std::string out =
      card.open ? ""
                : Box(card.broken ? "box copy" : "box", middle, card.width(), card.height(), 7);
  const double sign = text > kFewLines ? top + kTile / 2 : middle.y;
  out += Tile(GlyphOf(card.kind), {left + kPadding + kTile / 2, sign});
  double y = top;
  for (const Card::Line& line : card.lines) {
    y += HeightOfLine(line);
    // `y` is the lower end of the line. The baseline is 4 pixels higher, because letters such as g
    // go below it.
    out +=
        Text(kStyles[static_cast<std::size_t>(line.face)], {left + kLeftOfText, y - 4}, line.text);
  }
  return Group(card.tooltip, out);
}

std::string DrawLink(Point from, Point to, bool broken) {
  constexpr double kHead = 8;
  const Point end{to.x - kHead, to.y};
  const double bend = (end.x - from.x) / 2;
  return "<path" + Attribute("class", broken ? "line copy" : "line") +
         Attribute("d", "M" + At(from) + "C" + At({from.x + bend, from.y}) + " " +
                            At({end.x - bend, end.y}) + " " + At(end)) +
         "/>\n" + Head("head", end, to);
}

std::string ShortUri(std::string_view uri, std::size_t most) {
  if (CodePoints(uri) <= most) {
    return std::string(uri);
  }
  const std::size_t scheme = uri.find("://");
  const std::size_t path = scheme == uri.npos ? uri.npos : uri.find('/', scheme + 3);
  std::string_view head = uri.substr(0, path == uri.npos ? 0 : path + 1);
  if (head.empty() || CodePoints(head) > most / 2) {
    head = uri.substr(0, BeginOfLast(uri, CodePoints(uri) - most / 3));
  }
  return std::string(head) + "…" +
         std::string(uri.substr(BeginOfLast(uri, most - CodePoints(head) - 1)));
}

std::string MoreText(std::size_t count) {
  return "… " + std::to_string(count) + " more …";
}

std::vector<std::string> FewOf(const std::vector<std::string>& uris, std::size_t left_out) {
  constexpr std::size_t kFew = 3;
  if (uris.size() <= kFew) {
    return uris;
  }
  return {uris.front(), MoreText(uris.size() - 2 + left_out), uris.back()};
}

}  // namespace hpdl::draw
