#include <algorithm>

#include "compiler/diagnostics/columns.h"
#include "compiler/diagnostics/formats.h"

namespace hpdl {
namespace {

// The workflow commands, indexed by Severity.
constexpr std::string_view kCommands[] = {"::error", "::warning", "::notice"};

/// Replaces characters that control a terminal. Line ends stay.
std::string CleanLines(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    out += Clean(text.substr(0, end));
    if (end == text.size()) {
      return out;
    }
    out += text[end];
    text.remove_prefix(end + 1);
  }
}

/// Escapes percent signs and line ends. If `property` is true, also escapes the separators ':' and
/// ','.
std::string Escape(std::string_view text, bool property) {
  std::string out;
  for (const char c : CleanLines(text)) {
    switch (c) {
      case '%':
        out += "%25";
        break;
      case '\r':
        out += "%0D";
        break;
      case '\n':
        out += "%0A";
        break;
      case ':':
        out += property ? "%3A" : ":";
        break;
      case ',':
        out += property ? "%2C" : ",";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string Properties(const Diagnostic& diagnostic) {
  if (diagnostic.source == nullptr) {
    return diagnostic.file.empty() ? std::string() : " file=" + Escape(diagnostic.file, true);
  }
  const LineColumn start = diagnostic.source->Locate(diagnostic.range.begin);
  const LineColumn end = diagnostic.source->Locate(diagnostic.range.end);
  std::string out = " file=" + Escape(diagnostic.source->name(), true) +
                    ",line=" + std::to_string(start.line) + ",col=" + std::to_string(start.column);
  if (end.line == start.line && end.column > start.column) {
    out += ",endColumn=" + std::to_string(end.column - 1);
  }
  return out;
}

std::string PlaceOf(const DiagnosticNote& note) {
  if (note.source == nullptr) {
    return {};
  }
  return note.source->name() + ":" + std::to_string(note.source->Locate(note.range.begin).line) +
         ": ";
}

}  // namespace

std::string FormatGithub(const std::vector<Diagnostic>& diagnostics) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics) {
    std::string text = diagnostic.text.str() + " [" + std::string(InfoOf(diagnostic.kind).name);
    if (!diagnostic.oozie_code.empty()) {
      text.append(" ").append(diagnostic.oozie_code);
    }
    text += "]";
    for (const DiagnosticNote& note : diagnostic.notes) {
      text.append("\nnote: ").append(PlaceOf(note)).append(note.text.str());
    }
    out += kCommands[static_cast<std::size_t>(diagnostic.severity)];
    out += Properties(diagnostic) + "::" + Escape(text, false) + "\n";
  }
  return out;
}

}  // namespace hpdl
