#include "compiler/diagnostics/columns.h"

#include <algorithm>
#include <iterator>

namespace hpdl {
namespace {

struct Block {
  char32_t first;
  char32_t last;
};

/// Width W and F of Unicode's East Asian Width, joined where only unassigned ones lie between.
constexpr Block kWide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
    {0x23F0, 0x23F0},   {0x23F3, 0x23F3},   {0x25FD, 0x25FE},   {0x2614, 0x2615},
    {0x2648, 0x2653},   {0x267F, 0x267F},   {0x2693, 0x2693},   {0x26A1, 0x26A1},
    {0x26AA, 0x26AB},   {0x26BD, 0x26BE},   {0x26C4, 0x26C5},   {0x26CE, 0x26CE},
    {0x26D4, 0x26D4},   {0x26EA, 0x26EA},   {0x26F2, 0x26F3},   {0x26F5, 0x26F5},
    {0x26FA, 0x26FA},   {0x26FD, 0x26FD},   {0x2705, 0x2705},   {0x270A, 0x270B},
    {0x2728, 0x2728},   {0x274C, 0x274C},   {0x274E, 0x274E},   {0x2753, 0x2755},
    {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27B0, 0x27B0},   {0x27BF, 0x27BF},
    {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},   {0x2B55, 0x2B55},   {0x2E80, 0x303E},
    {0x3041, 0x3247},   {0x3250, 0x4DBF},   {0x4E00, 0xA4CF},   {0xA960, 0xA97C},
    {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE10, 0xFE19},   {0xFE30, 0xFE6B},
    {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},   {0x16FE0, 0x18CFF}, {0x1AFF0, 0x1B2FF},
    {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF}, {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A},
    {0x1F200, 0x1F320}, {0x1F32D, 0x1F335}, {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393},
    {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3}, {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4},
    {0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440}, {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D},
    {0x1F54B, 0x1F54E}, {0x1F550, 0x1F567}, {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596},
    {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F}, {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC},
    {0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6DF}, {0x1F6EB, 0x1F6EC}, {0x1F6F4, 0x1F6FC},
    {0x1F7E0, 0x1F7F0}, {0x1F90C, 0x1F93A}, {0x1F93C, 0x1F945}, {0x1F947, 0x1F9FF},
    {0x1FA70, 0x1FAFF}, {0x20000, 0x3FFFD}};

/// Marks that stand on the character before, joiners, and marks of direction. The blocks are those
/// that definitions written by people may meet; a mark of another script only moves a caret.
constexpr Block kCombining[] = {
    {0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},     {0x5BF, 0x5BF},     {0x5C1, 0x5C2},
    {0x5C4, 0x5C5},   {0x5C7, 0x5C7},   {0x610, 0x61A},     {0x64B, 0x65F},     {0x670, 0x670},
    {0x6D6, 0x6DC},   {0x6DF, 0x6E4},   {0x6E7, 0x6E8},     {0x6EA, 0x6ED},     {0x93C, 0x93C},
    {0x941, 0x948},   {0x94D, 0x94D},   {0xE31, 0xE31},     {0xE34, 0xE3A},     {0xE47, 0xE4E},
    {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F},   {0x202A, 0x202E},   {0x2060, 0x2064},
    {0x2066, 0x206F}, {0x20D0, 0x20F0}, {0x302A, 0x302D},   {0x3099, 0x309A},   {0xFE00, 0xFE0F},
    {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0x1F3FB, 0x1F3FF}, {0xE0001, 0xE007F}, {0xE0100, 0xE01EF}};

template <std::size_t kSize>
bool In(const Block (&blocks)[kSize], char32_t c) {
  const auto* block = std::upper_bound(std::begin(blocks), std::end(blocks), c,
                                       [](char32_t x, const Block& b) { return x < b.first; });
  return block != std::begin(blocks) && c <= std::prev(block)->last;
}

/// What stands for bytes that are no character.
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// Bytes of the sequence that `text` begins with. Names of files may be any bytes: one that is cut
/// off must not swallow the control character behind it.
std::size_t SequenceLength(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t most = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  std::size_t length = 1;
  while (length < std::min(most, text.size()) &&
         (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) {
    ++length;
  }
  return length;
}

/// Whether a sequence of SequenceLength() is as long as its first byte says.
bool IsWhole(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence[0]);
  return sequence.size() == (first < 0x80   ? 1u
                             : first < 0xC0 ? 0u
                             : first < 0xE0 ? 2u
                             : first < 0xF0 ? 3u
                             : first < 0xF8 ? 4u
                                            : 0u);
}

/// The code point of a whole sequence.
char32_t Decode(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence[0]);
  char32_t c = sequence.size() == 1   ? first
               : sequence.size() == 2 ? first & 0x1F
               : sequence.size() == 3 ? first & 0x0F
                                      : first & 0x07;
  for (const char next : sequence.substr(1)) {
    c = c << 6 | (static_cast<unsigned char>(next) & 0x3F);
  }
  return c;
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
    const std::string_view sequence = text.substr(0, SequenceLength(text));
    text.remove_prefix(sequence.size());
    if (!IsWhole(sequence)) {
      cells.push_back({std::string(kReplacement), 1});
      continue;
    }
    const char32_t c = Decode(sequence);
    if (ActsOnTerminals(c)) {
      cells.push_back({" ", 1});
    } else if (c >= 0x300 && In(kCombining, c)) {
      // Alone at the begin it has no place of its own: a blank carries it.
      if (cells.empty()) {
        cells.push_back({" ", 1});
      }
      cells.back().text += sequence;
    } else {
      cells.push_back({std::string(sequence), c >= 0x1100 && In(kWide, c) ? 2u : 1u});
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
