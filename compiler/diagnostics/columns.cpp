#include "compiler/diagnostics/columns.h"

#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/base/utf8.h"

namespace hpdl {
namespace {

/// The character U+FFFD, which replaces bytes that are not UTF-8.
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// Returns the number of bytes at the start of `text` that one U+FFFD replaces: one stray byte, or
/// all bytes of a character that is cut off. The bytes after this character, such as a control
/// character, are not replaced.
std::size_t BrokenLength(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t most = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  std::size_t length = 1;
  while (length < most && length < text.size() && ContinuesUtf8(text[length])) {
    ++length;
  }
  return length;
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
    const std::size_t columns = ColumnsOf(character.code);
    if (ActsOnTerminals(character.code)) {
      cells.push_back({" ", 1});
    } else if (columns == 0) {
      // A combining mark at the start has no character to join, so a blank carries it.
      if (cells.empty()) {
        cells.push_back({" ", 1});
      }
      cells.back().text += sequence;
    } else {
      cells.push_back({std::string(sequence), columns});
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
