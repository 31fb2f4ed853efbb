#include <algorithm>

#include "compiler/diagnostics/diagnostics.h"

namespace hpdl {
namespace {

/// Columns of source shown; definitions made by programs may be one line of many kilobytes.
constexpr std::size_t kWidth = 100;
constexpr std::size_t kBeforeCaret = 40;
constexpr std::string_view kEllipsis = "...";

struct Colors {
  std::string_view error, warning, note, bold, caret, off;
};
constexpr Colors kColored = {"\x1b[1;31m", "\x1b[1;35m", "\x1b[1;36m",
                             "\x1b[1m",    "\x1b[1;32m", "\x1b[0m"};
constexpr Colors kPlain = {};

bool Continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// Splits UTF-8 into code points, with tabs and control characters as single blanks so that a
/// column is a column on any terminal.
std::vector<std::string> Cells(std::string_view line) {
  std::vector<std::string> cells;
  for (const char c : line) {
    if (Continues(c) && !cells.empty()) {
      cells.back() += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      cells.emplace_back(1, ' ');
    } else {
      cells.emplace_back(1, c);
    }
  }
  return cells;
}

/// The part of a line that can be shown, so that many messages about one huge line stay cheap.
struct Window {
  std::string_view text;
  std::size_t caret;  // bytes
  bool cut_before = false;
  bool cut_after = false;
};

Window Cut(std::string_view line, std::size_t caret) {
  Window window = {line, std::min(caret, line.size())};
  constexpr std::size_t kBytes = 4 * kWidth;  // no code point takes more than four
  if (line.size() <= 3 * kBytes) {
    return window;
  }
  std::size_t begin = window.caret > kBytes ? window.caret - kBytes : 0;
  std::size_t end = std::min(line.size(), window.caret + kBytes);
  while (begin > 0 && Continues(line[begin])) {
    --begin;
  }
  while (end < line.size() && Continues(line[end])) {
    ++end;
  }
  return {line.substr(begin, end - begin), window.caret - begin, begin > 0, end < line.size()};
}

/// The line of the range's begin and below it the caret and tildes, on that line only.
void AppendSourceLine(const SourceBuffer& source, Range range, const Colors& colors,
                      std::string& out) {
  const std::string_view line = source.Line(source.Locate(range.begin).line);
  const auto line_begin = static_cast<std::size_t>(line.data() - source.text().data());
  const Window window = Cut(line, range.begin - line_begin);
  const std::vector<std::string> cells = Cells(window.text);
  const std::size_t caret = Cells(window.text.substr(0, window.caret)).size();
  const std::size_t length = range.end > range.begin ? range.end - range.begin : 0;
  const std::size_t marked = Cells(window.text.substr(window.caret, length)).size();

  std::size_t from = 0;
  if ((window.cut_before || cells.size() > kWidth) && caret > kBeforeCaret) {
    from = caret - kBeforeCaret;
  }
  const std::size_t to = std::min(cells.size(), from + kWidth);
  std::string text(from > 0 ? kEllipsis : "");
  std::string marks(text.size() + caret - from, ' ');
  for (std::size_t i = from; i < to; ++i) {
    text += cells[i];
  }
  if (to < cells.size() || window.cut_after) {
    text += kEllipsis;
  }
  const std::size_t last = std::max(std::min(caret + marked, to), caret + 1);
  marks.append(colors.caret).append("^").append(last - caret - 1, '~').append(colors.off);
  out.append("  ").append(text).append("\n  ").append(marks).append("\n");
}

void AppendPlace(const SourceBuffer* source, std::string_view file, Range range,
                 const Colors& colors, std::string& out) {
  out.append(colors.bold);
  if (source != nullptr) {
    const LineColumn place = source->Locate(range.begin);
    out.append(source->name()).append(":").append(std::to_string(place.line));
    out.append(":").append(std::to_string(place.column)).append(": ");
  } else if (!file.empty()) {
    out.append(file).append(": ");
  }
  out.append(colors.off);
}

/// Text of a message may quote the file; what a terminal would act on is not passed on.
void AppendMessage(std::string_view text, std::string& out) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += ' ';
    } else {
      out += c;
    }
  }
}

void AppendDiagnostic(const Diagnostic& diagnostic, const Colors& colors, std::string& out) {
  AppendPlace(diagnostic.source, diagnostic.file, diagnostic.range, colors, out);
  const bool error = diagnostic.severity == Severity::kError;
  out.append(error ? colors.error : colors.warning).append(error ? "error: " : "warning: ");
  out.append(colors.off);
  AppendMessage(diagnostic.text, out);
  out.append(" [").append(InfoOf(diagnostic.kind).name);
  if (!diagnostic.oozie_code.empty()) {
    out.append(" ").append(diagnostic.oozie_code);
  }
  out.append("]\n");
  if (diagnostic.source != nullptr) {
    AppendSourceLine(*diagnostic.source, diagnostic.range, colors, out);
  }
  for (const DiagnosticNote& note : diagnostic.notes) {
    AppendPlace(note.source, {}, note.range, colors, out);
    out.append(colors.note).append("note: ").append(colors.off);
    AppendMessage(note.text, out);
    out.append("\n");
    if (note.source != nullptr) {
      AppendSourceLine(*note.source, note.range, colors, out);
    }
  }
}

/// Nobody reads on after so many; they are of one cause, or the file is no workflow.
constexpr std::size_t kMaxShown = 1000;

void AppendMore(std::size_t count, std::string_view what, std::string& out) {
  if (count > kMaxShown) {
    out.append(std::to_string(count - kMaxShown)).append(" more ").append(what);
    out.append(" are not shown; hpdlc verify --format json lists all\n");
  }
}

}  // namespace

std::string FormatText(const std::vector<Diagnostic>& diagnostics, bool color) {
  std::string out;
  std::size_t errors = 0;
  std::size_t warnings = 0;
  for (const Diagnostic& diagnostic : diagnostics) {
    std::size_t& count = diagnostic.severity == Severity::kError ? errors : warnings;
    if (++count <= kMaxShown) {
      AppendDiagnostic(diagnostic, color ? kColored : kPlain, out);
    }
  }
  AppendMore(errors, "errors", out);
  AppendMore(warnings, "warnings", out);
  return out;
}

}  // namespace hpdl
