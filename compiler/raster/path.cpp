#include "compiler/raster/path.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

namespace hpdl::raster {
namespace {

using Numbers = std::array<double, 7>;

/// Returns how many numbers follow the command `letter` in a path. Returns 8 for an unknown letter.
std::size_t NumbersOf(char letter) {
  switch (letter | 0x20) {
    case 'm':
    case 'l':
      return 2;
    case 'h':
    case 'v':
      return 1;
    case 's':
      return 4;
    case 'c':
      return 6;
    case 'a':
      return 7;
    case 'z':
      return 0;
    default:
      return 8;
  }
}

void PassBlanks(std::string_view* text) {
  text->remove_prefix(std::min(text->find_first_not_of(" ,\n"), text->size()));
}

bool TakeNumber(std::string_view* text, double* number) {
  PassBlanks(text);
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), *number);
  text->remove_prefix(static_cast<std::size_t>(end - text->data()));
  return error == std::errc();
}

/// Adds one step. If the letter is lower-case, the numbers are relative to the end of the previous
/// step.
void Add(char letter, const Numbers& n, Path* path) {
  const bool relative = letter >= 'a';
  double x = 0, y = 0;
  if (relative) {
    x = path->last_x();
    y = path->last_y();
  }
  switch (letter | 0x20) {
    case 'm':
      path->move_to(x + n[0], y + n[1]);
      break;
    case 'l':
      path->line_to(x + n[0], y + n[1]);
      break;
    case 'h':
      path->line_to(x + n[0], path->last_y());
      break;
    case 'v':
      path->line_to(path->last_x(), y + n[0]);
      break;
    case 'c':
      path->curve4(x + n[0], y + n[1], x + n[2], y + n[3], x + n[4], y + n[5]);
      break;
    case 's':  // the first control point mirrors the last one of the previous curve
      path->curve4(x + n[0], y + n[1], x + n[2], y + n[3]);
      break;
    case 'a':
      path->arc_to(n[0], n[1], agg::deg2rad(n[2]), n[3] != 0, n[4] != 0, x + n[5], y + n[6]);
      break;
    default:
      path->close_polygon();
  }
}

}  // namespace

Result<void> ReadPath(std::string_view text, Path* path) {
  char letter = 0;
  while (PassBlanks(&text), !text.empty()) {
    const std::string_view rest = text;
    if (NumbersOf(text[0]) <= 7) {
      letter = text[0];
      text.remove_prefix(1);
    } else if (letter == 0 || NumbersOf(letter) == 0) {
      return Failure("the picture has an unknown path `" + std::string(rest.substr(0, 20)) + "`");
    }
    Numbers numbers{};
    for (std::size_t i = 0; i < NumbersOf(letter); ++i) {
      if (!TakeNumber(&text, &numbers[i])) {
        return Failure("the picture has an unknown path `" + std::string(rest.substr(0, 20)) + "`");
      }
    }
    Add(letter, numbers, path);
    if ((letter | 0x20) == 'm') {  // further points after an M are the ends of lines
      letter = letter == 'm' ? 'l' : 'L';
    }
  }
  return {};
}

}  // namespace hpdl::raster
