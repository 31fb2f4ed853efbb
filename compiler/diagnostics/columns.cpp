#include "compiler/diagnostics/columns.h"

#include <utf8proc.h>

#include "runtime/base/utf8.h"

namespace hpdl {
namespace {

/// What stands for bytes that are no character.
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// Marks that stand on the character before, joiners, variants and colours of emoji. What Unicode
/// has added since has a place of its own.
bool Combines(char32_t c) {
  const auto code = static_cast<utf8proc_int32_t>(c);
  if (utf8proc_category(code) == UTF8PROC_CATEGORY_CN) {
    return false;
  }
  const auto bound = utf8proc_get_property(code)->boundclass;
  return bound == UTF8PROC_BOUNDCLASS_EXTEND || bound == UTF8PROC_BOUNDCLASS_ZWJ ||
         utf8proc_charwidth(code) == 0;
}

/// Columns of a character that does not combine.
std::size_t WidthOf(char32_t c) {
  return utf8proc_charwidth(static_cast<utf8proc_int32_t>(c)) > 1 ? 2 : 1;
}

/// How many bytes at the begin of `text` one replacement stands for: the begin of a character that
/// is cut off is one. What follows, as a control character, must not be swallowed.
std::size_t BrokenLength(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t most = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  std::size_t length = 1;
  while (length < most && length < text.size() && ContinuesUtf8(text[length])) {
    ++length;
  }
  return length;
}

/// Control characters of C0 and C1, and those that turn the direction of text: a file must not
/// make its lines look like something else.
bool ActsOnTerminals(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

}  // namespace

std::vector<Cell> Cells(std::string_view text) {
  std::vector<Cell> cells;
  while (!text.empty()) {
    const Utf8Character character = DecodeUtf8(text);
    const std::string_view sequence =
        text.substr(0, character.size != 0 ? character.size : BrokenLength(text));
    text.remove_prefix(sequence.size());
    if (character.size == 0) {
      cells.push_back({std::string(kReplacement), 1});
      continue;
    }
    const char32_t c = character.code;
    if (ActsOnTerminals(c)) {
      cells.push_back({" ", 1});
    } else if (c >= 0x300 && Combines(c)) {
      // Alone at the begin it has no place of its own: a blank carries it.
      if (cells.empty()) {
        cells.push_back({" ", 1});
      }
      cells.back().text += sequence;
    } else {
      cells.push_back({std::string(sequence), c >= 0x1100 ? WidthOf(c) : 1u});
    }
  }
  return cells;
}

std::string Clean(std::string_view text) {
  std::string out;
  for (const Cell& cell : Cells(text)) {
    out += cell.text;
  }
  return out;
}

std::size_t Columns(std::string_view text) {
  std::size_t columns = 0;
  for (const Cell& cell : Cells(text)) {
    columns += cell.columns;
  }
  return columns;
}

}  // namespace hpdl
