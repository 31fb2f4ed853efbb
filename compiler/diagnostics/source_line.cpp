#include "compiler/diagnostics/source_line.h"

#include <algorithm>

#include "compiler/diagnostics/columns.h"
#include "runtime/ground/base/utf8.h"

namespace hpdl {
namespace {

/// The most columns that a cut line shows before the marked part. If the terminal is narrow, the
/// limit is half of its width.
constexpr std::size_t kBeforeCaret = 40;
constexpr std::string_view kEllipsis = "...";

/// The part of a line that can be shown. Only this part is examined, so many messages about one
/// huge line are cheap.
struct Window {
  std::size_t begin;  // `begin`, `end` and `caret` are offsets in the source
  std::size_t end;
  std::size_t caret;
  bool cut_before = false;
  bool cut_after = false;
};

Window WindowOf(const SourceBuffer& source, Range range, std::size_t width) {
  const std::string_view text = source.text();
  const std::string_view line = source.Line(source.Locate(range.begin).line);
  const auto begin = static_cast<std::size_t>(line.data() - text.data());
  const std::size_t end = begin + line.size();
  Window window = {begin, end, std::clamp<std::size_t>(range.begin, begin, end)};
  const std::size_t bytes = 4 * width;  // a code point takes at most four bytes
  if (line.size() <= 3 * bytes) {
    return window;
  }
  window.begin = window.caret - begin > bytes ? window.caret - bytes : begin;
  window.end = std::min(end, window.caret + bytes);
  while (window.begin > begin && ContinuesUtf8(text[window.begin])) {
    --window.begin;
  }
  while (window.end < end && ContinuesUtf8(text[window.end])) {
    ++window.end;
  }
  window.cut_before = window.begin > begin;
  window.cut_after = window.end < end;
  return window;
}

std::size_t ColumnsOf(const std::vector<Cell>& cells, std::size_t from, std::size_t to) {
  std::size_t columns = 0;
  for (std::size_t i = from; i < std::min(to, cells.size()); ++i) {
    columns += cells[i].columns;
  }
  return columns;
}

}  // namespace

SourceLine CutLine(const SourceBuffer& source, Range range, const Secrets* secrets,
                   std::size_t width) {
  const Window window = WindowOf(source, range, width);
  const Range bytes = {static_cast<std::uint32_t>(window.begin),
                       static_cast<std::uint32_t>(window.end)};
  const std::string shown =
      secrets == nullptr ? std::string(source.Slice(bytes)) : secrets->Shown(source, bytes);
  const std::size_t caret_byte = window.caret - window.begin;
  const std::vector<Cell> cells = Cells(shown);
  const std::size_t caret = Cells(std::string_view(shown).substr(0, caret_byte)).size();
  const std::size_t length = std::max(range.begin, range.end) - range.begin;
  const std::size_t marked = Cells(std::string_view(shown).substr(caret_byte, length)).size();

  SourceLine line = {};
  const bool cut =
      window.cut_before || window.cut_after || ColumnsOf(cells, 0, cells.size()) > width;
  std::size_t from = 0;
  if (window.cut_before ||
      (cut && ColumnsOf(cells, 0, caret + marked) > width - kEllipsis.size())) {
    const std::size_t before = std::min(kBeforeCaret, width / 2);
    from = caret;
    for (std::size_t columns = 0; from > 0; --from) {
      columns += cells[from - 1].columns;
      if (columns > before) {
        break;
      }
    }
  }
  if (window.cut_before || from > 0) {
    line.text = kEllipsis;
    line.indent = kEllipsis.size();
    width -= kEllipsis.size();
  }
  const bool cut_after = window.cut_after || ColumnsOf(cells, from, cells.size()) > width;
  width -= cut_after ? kEllipsis.size() : 0;
  std::size_t columns = 0;
  for (std::size_t i = from; i < cells.size(); ++i) {
    columns += cells[i].columns;
    if (columns > width) {
      break;
    }
    line.text += cells[i].text;
    line.indent += i < caret ? cells[i].columns : 0;
    line.marked += i >= caret && i < caret + marked ? cells[i].columns : 0;
  }
  line.text += cut_after ? kEllipsis : "";
  line.marked = std::max<std::size_t>(line.marked, 1);
  // A range that ends with the end of its line does not reach the next line.
  const std::uint32_t last = range.end > range.begin ? range.end - 1 : range.begin;
  const std::uint32_t until = source.Locate(last).line;
  line.until = until > source.Locate(range.begin).line ? until : 0;
  return line;
}

}  // namespace hpdl
