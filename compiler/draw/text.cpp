#include "compiler/draw/text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace hpdl::draw {
namespace {

/// The widths of ' ' to '~' in Helvetica, in thousandths of the font size. Arial and Liberation
/// Sans have the same widths.
constexpr std::array<std::uint16_t, 95> kHelvetica = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};

constexpr double kSansSpare = 1.03;  ///< a factor for kerning and for the rounding of other fonts
constexpr double kBoldSpare = 1.10;  ///< a factor for Helvetica Bold, which is wider
constexpr double kMonoWidth = 0.61;
/// From this code point on, many characters are as wide as high.
constexpr char32_t kFirstWide = 0x1100;

/// Returns the length of the character that begins with `byte`, or 1 for a stray byte.
std::size_t LengthOf(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return value < 0xC0 ? 1 : value < 0xE0 ? 2 : value < 0xF0 ? 3 : 4;
}

/// Splits a text into characters. The readers make sure that the text is valid UTF-8.
std::vector<std::string_view> Characters(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t length = std::min(LengthOf(text[0]), text.size());
    out.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return out;
}

bool IsWide(std::string_view character) {
  if (character.size() < 3) {
    return false;
  }
  const auto lead = static_cast<char32_t>(static_cast<unsigned char>(character[0]) & 0x0F);
  const auto next = static_cast<char32_t>(static_cast<unsigned char>(character[1]) & 0x3F);
  return character.size() > 3 || ((lead << 12) | (next << 6)) >= kFirstWide;
}

double WidthOf(std::string_view character, Font font) {
  if (IsWide(character)) {
    return 1;
  }
  if (font == Font::kMono) {
    return kMonoWidth;
  }
  const auto code = static_cast<unsigned char>(character[0]);
  const bool known = code >= ' ' && code <= '~';
  const double width = (known ? kHelvetica[code - ' '] : 667) / 1000.0;
  return width * (font == Font::kBold ? kBoldSpare : kSansSpare);
}

/// Replaces each run of white space by one blank, and removes blanks at both ends of the text.
std::string Squeeze(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = static_cast<unsigned char>(c) <= ' ' || c == 0x7f;
    if (!blank) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  while (!out.empty() && out.back() == ' ') {
    out.pop_back();
  }
  return out;
}

/// Returns the number of characters in the line that begins at the character `begin`.
std::size_t LineLength(const std::vector<std::string_view>& characters, std::size_t begin,
                       std::size_t width, std::string_view breaks) {
  if (characters.size() - begin <= width) {
    return characters.size() - begin;
  }
  // A line that is broken in its first third would look too short.
  for (std::size_t length = width; length > width / 3; --length) {
    if (breaks.find(characters[begin + length - 1]) != std::string_view::npos) {
      return length;
    }
  }
  return width;
}

std::string Join(const std::vector<std::string_view>& characters, std::size_t begin,
                 std::size_t end) {
  std::string out;
  for (std::size_t i = begin; i < end; ++i) {
    out += characters[i];
  }
  return Squeeze(out);
}

}  // namespace

double TextWidth(std::string_view text, Font font, double size) {
  double width = 0;
  for (const std::string_view character : Characters(text)) {
    width += WidthOf(character, font);
  }
  return width * size;
}

double Widest(const std::vector<std::string>& lines, Font font, double size) {
  double widest = 0;
  for (const std::string& line : lines) {
    widest = std::max(widest, TextWidth(line, font, size));
  }
  return widest;
}

std::vector<std::string> Wrap(std::string_view text, std::size_t width, std::size_t lines,
                              std::string_view breaks) {
  const std::string squeezed = Squeeze(text);
  const std::vector<std::string_view> characters = Characters(squeezed);
  std::vector<std::string> out;
  std::size_t begin = 0;
  while (begin < characters.size()) {
    if (out.size() + 1 == lines && characters.size() - begin > width) {
      out.push_back(Join(characters, begin, begin + width - 1) + "…");
      break;
    }
    const std::size_t length = LineLength(characters, begin, width, breaks);
    out.push_back(Join(characters, begin, begin + length));
    begin += length;
  }
  return out;
}

}  // namespace hpdl::draw
