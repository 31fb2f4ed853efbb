#include "compiler/diagnostics/text.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "compiler/base/print_text.h"
#include "compiler/diagnostics/columns.h"
#include "compiler/diagnostics/source_line.h"

namespace hpdl {
namespace {

/// The most diagnostics to show for each severity. More diagnostics than this usually have one
/// cause, for example that the file is not a workflow.
constexpr std::size_t kMaxShown = 1000;
constexpr std::string_view kMargin = "  ";
constexpr std::size_t kLeastWidth = 40;

struct Colors {
  std::string_view severity[3];  ///< the colours of severities, indexed by Severity
  std::string_view note, bold, caret, fix, off;
};
constexpr Colors kColored = {{"\x1b[1;31m", "\x1b[1;35m", "\x1b[1;94m"},
                             "\x1b[1;36m",
                             "\x1b[1m",
                             "\x1b[1;32m",
                             "\x1b[32m",
                             "\x1b[0m"};
constexpr Colors kPlain = {};

class Printer {
 public:
  explicit Printer(const TextOptions& options)
      : colors_(options.color ? kColored : kPlain),
        width_(std::max(options.width, kLeastWidth) - kMargin.size()) {}

  void Append(const Diagnostic& diagnostic) {
    const auto severity = static_cast<std::size_t>(diagnostic.severity);
    secrets_ = diagnostic.secrets;
    AppendPlace(diagnostic.source, diagnostic.file, diagnostic.range);
    out_.append(colors_.severity[severity]).append(kSeverityWords[severity]).append(": ");
    out_.append(colors_.off).append(colors_.bold);
    out_ += Clean(diagnostic.text.str());
    out_.append(colors_.off).append(" [").append(InfoOf(diagnostic.kind).name);
    if (!diagnostic.oozie_code.empty()) {
      out_.append(" ").append(diagnostic.oozie_code);
    }
    out_.append("]\n");
    if (diagnostic.source != nullptr) {
      const std::size_t indent = AppendSource(*diagnostic.source, diagnostic.range);
      AppendFix(diagnostic, indent);
    }
    for (const DiagnosticNote& note : diagnostic.notes) {
      AppendNote(note);
    }
  }

  /// Appends the number of diagnostics that the output leaves out. `what` names one of them.
  void AppendMore(std::size_t count, std::string_view what) {
    out_.append(std::to_string(count)).append(" more ").append(what);
    out_.append(count == 1 ? " is" : "s are");
    out_.append(" not shown; hpdlc verify --format json lists all\n");
  }

  std::string Take() { return std::move(out_); }

 private:
  void AppendPlace(const SourceBuffer* source, std::string_view file, Range range) {
    out_.append(colors_.bold);
    if (source != nullptr) {
      const LineColumn place = source->Locate(range.begin);
      out_ += Clean(source->name());
      out_.append(":").append(std::to_string(place.line));
      out_.append(":").append(std::to_string(place.column)).append(": ");
    } else if (!file.empty()) {
      out_ += Clean(file);
      out_.append(": ");
    }
    out_.append(colors_.off);
  }

  void AppendNote(const DiagnosticNote& note) {
    AppendPlace(note.source, {}, note.range);
    out_.append(colors_.note).append("note: ").append(colors_.off);
    out_ += Clean(note.text.str());
    out_.append("\n");
    if (note.source != nullptr) {
      AppendSource(*note.source, note.range);
    }
  }

  /// Appends the source line and the caret and tildes below it. Returns the number of columns
  /// before the caret.
  std::size_t AppendSource(const SourceBuffer& source, Range range) {
    const SourceLine line = CutLine(source, range, secrets_, width_);
    out_.append(kMargin).append(line.text).append("\n");
    out_.append(kMargin).append(line.indent, ' ').append(colors_.caret);
    out_.append("^").append(line.marked - 1, '~').append(colors_.off);
    if (line.until != 0) {
      out_.append(" to line ").append(std::to_string(line.until));
    }
    out_.append("\n");
    return line.indent;
  }

  /// Appends the fix. A text that replaces the marked part stands below it; any other fix is
  /// described in words.
  void AppendFix(const Diagnostic& diagnostic, std::size_t indent) {
    if (!diagnostic.fix.has_value() || diagnostic.fix->edits.empty()) {
      return;
    }
    const Fix& fix = *diagnostic.fix;
    const Fix::Edit& edit = fix.edits.front();
    const bool replaces = !fix.shows_secret && edit.range == diagnostic.range &&
                          !edit.text.empty() && edit.text.find('\n') == std::string::npos;
    const std::string text = replaces ? edit.text : "fix: " + fix.title.str();
    const std::size_t columns = Columns(text);
    if (indent + columns > width_) {
      indent = columns < width_ ? width_ - columns : 0;
    }
    out_.append(kMargin).append(indent, ' ').append(colors_.fix);
    out_ += Clean(text);
    out_.append(colors_.off).append("\n");
  }

  const Colors& colors_;
  std::size_t width_;
  const Secrets* secrets_ = nullptr;  ///< secrets of the current diagnostic
  std::string out_;
};

/// The number of diagnostics of each Severity.
struct Counts {
  std::size_t of[3] = {};
};

Counts CountAll(const std::vector<Diagnostic>& diagnostics) {
  Counts counts;
  for (const Diagnostic& diagnostic : diagnostics) {
    ++counts.of[static_cast<std::size_t>(diagnostic.severity)];
  }
  return counts;
}

}  // namespace

std::string FormatText(const std::vector<Diagnostic>& diagnostics, const TextOptions& options) {
  Printer printer(options);
  Counts shown;
  std::map<DiagnosticKind, std::size_t> of_once;  // the diagnostics of each kind that comes once
  for (const Diagnostic& diagnostic : diagnostics) {
    if (InfoOf(diagnostic.kind).once && ++of_once[diagnostic.kind] > 1) {
      continue;
    }
    if (++shown.of[static_cast<std::size_t>(diagnostic.severity)] <= kMaxShown) {
      printer.Append(diagnostic);
    }
  }
  for (const auto& [kind, count] : of_once) {
    if (count > 1) {
      printer.AppendMore(count - 1, std::string(InfoOf(kind).name) + " remark");
    }
  }
  for (std::size_t i = 0; i < std::size(shown.of); ++i) {
    if (shown.of[i] > kMaxShown) {
      printer.AppendMore(shown.of[i] - kMaxShown, kSeverityWords[i]);
    }
  }
  return printer.Take();
}

std::string FormatSummary(const std::vector<Diagnostic>& diagnostics, const TextOptions& options) {
  if (diagnostics.empty()) {
    return {};
  }
  const Counts counts = CountAll(diagnostics);
  const Colors& colors = options.color ? kColored : kPlain;
  std::string out;
  for (std::size_t i = 0; i < std::size(counts.of); ++i) {
    if (counts.of[i] != 0) {
      out.append(out.empty() ? "" : ", ").append(colors.severity[i]);
      out.append(Counted(counts.of[i], kSeverityWords[i])).append(colors.off);
    }
  }
  std::set<std::string_view> files;
  for (const Diagnostic& diagnostic : diagnostics) {
    const std::string_view file =
        diagnostic.source != nullptr ? diagnostic.source->name() : diagnostic.file;
    if (!file.empty()) {
      files.insert(file);
    }
  }
  if (!files.empty()) {
    out.append(" in ").append(Counted(files.size(), "file"));
  }
  if (options.corrections > 0) {
    out.append("; --fix corrects ").append(std::to_string(options.corrections));
  }
  return out + "\n";
}

}  // namespace hpdl
