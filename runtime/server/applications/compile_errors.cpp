#include "runtime/server/applications/compile_errors.h"

#include <algorithm>
#include <optional>
#include <string>

#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/utf8.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kMostErrors = 5, kMostWarnings = 100;
constexpr std::size_t kMostLine = 500;
constexpr std::string_view kErrorWord = "error: ", kWarningWord = "warning: ";

/// The words by which hpdlc introduces the text of a diagnostic.
constexpr std::string_view kSeverities[] = {kErrorWord, kWarningWord, "remark: ", "note: "};

/// A line of hpdlc's output, in parts.
struct LineParts {
  std::string_view place;     ///< `FILE:LINE:COLUMN`; "": the diagnostic has no place
  std::string_view severity;  ///< one of kSeverities; "": the line is no diagnostic
  std::string_view text;      ///< the message with the kind at its end
};

LineParts PartsOf(std::string_view line) {
  for (const std::string_view severity : kSeverities) {
    if (line.starts_with(severity)) {
      return {{}, severity, line.substr(severity.size())};
    }
  }
  LineParts parts{{}, {}, line};
  std::size_t first = std::string_view::npos;
  for (const std::string_view severity : kSeverities) {
    const std::size_t at = line.find(": " + std::string(severity));
    if (at < first) {
      first = at;
      parts = {line.substr(0, at), severity, line.substr(at + 2 + severity.size())};
    }
  }
  return parts;
}

/// Returns the position of ` [KIND CODE]` at the end of a line; the size of the line if the line
/// does not end so.
std::size_t KindAtEnd(std::string_view line) {
  constexpr std::size_t kMostKind = 60;
  const std::size_t begin = line.ends_with(']') ? line.rfind(" [") : std::string_view::npos;
  return begin == std::string_view::npos || line.size() - begin > kMostKind ? line.size() : begin;
}

bool IsOozieCode(std::string_view code) {
  const bool digits = code.find_first_not_of("0123456789", 1) == std::string_view::npos;
  return code.size() == 5 && code[0] == 'E' && digits;
}

/// Returns "E0730" for a line that ends in `[ForkJoinCount E0730]`; "": the line has no code.
std::string_view CodeAtEnd(std::string_view line) {
  const std::size_t kind = KindAtEnd(line);
  const std::size_t blank = line.rfind(' ');
  if (kind == line.size() || blank == kind) {
    return {};
  }
  const std::string_view code = line.substr(blank + 1, line.size() - blank - 2);
  return IsOozieCode(code) ? code : std::string_view();
}

/// Returns a line without `folder` at its beginning.
std::string_view BelowFolder(std::string_view line, std::string_view folder) {
  if (!folder.empty() && line.starts_with(folder) && line.substr(folder.size()).starts_with('/')) {
    line.remove_prefix(folder.size());
    line.remove_prefix(std::min(line.find_first_not_of('/'), line.size()));
  }
  return line;
}

/// Returns a line of at most kMostLine bytes, with the kind at its end.
std::string Shortened(std::string_view line) {
  constexpr std::string_view kCut = "...";
  if (line.size() <= kMostLine) {
    return std::string(line);
  }
  const std::string_view end = line.substr(KindAtEnd(line));
  return std::string(CutUtf8(line, kMostLine - kCut.size() - end.size())).append(kCut).append(end);
}

void AddLine(std::string_view line, std::string* text) {
  text->append(text->empty() ? "" : "\n").append(line);
}

}  // namespace

Error CompileError(std::string_view output, std::string_view folder) {
  Error error{ErrorClass::kError, "", ""};
  std::size_t count = 0;
  for (const std::string_view line : Split(output, '\n')) {
    if (PartsOf(line).severity != kErrorWord || line.starts_with(' ')) {
      continue;
    }
    if (error.code.empty()) {
      error.code = CodeAtEnd(line);
    }
    if (++count <= kMostErrors) {
      AddLine(Shortened(BelowFolder(line, folder)), &error.message);
    }
  }
  if (count > kMostErrors) {
    error.message.append("\nand " + std::to_string(count - kMostErrors) + " more");
  }
  if (count == 0) {
    error.message = output.substr(0, kMostLine);
  }
  if (error.code.empty()) {
    error.code = "E0701";
  }
  if (error.code == "E0730") {
    error.message.insert(0, "Fork/Join not in pair:\n");
  }
  return error;
}

std::string CompileWarnings(std::string_view output, std::string_view folder, bool is_cut) {
  std::string warnings;
  std::size_t count = 0;
  for (const std::string_view line : Split(output, '\n')) {
    if (PartsOf(line).severity != kWarningWord || line.starts_with(' ')) {
      continue;
    }
    if (++count > kMostWarnings) {
      break;
    }
    AddLine(Shortened(BelowFolder(line, folder)), &warnings);
  }
  if (is_cut || count > kMostWarnings) {
    AddLine("more warnings are not listed", &warnings);
  }
  return warnings;
}

CompilerLine ReadCompilerLine(std::string_view line) {
  const LineParts parts = PartsOf(line);
  CompilerLine read;
  read.message = line;
  if (parts.severity.empty()) {
    return read;
  }
  read.message = parts.text;
  if (std::string_view kind = parts.text.substr(KindAtEnd(parts.text)); !kind.empty()) {
    kind = kind.substr(2, kind.size() - 3);
    read.kind = kind.substr(0, kind.find(' '));
  }
  read.file = parts.place;
  for (std::int64_t* number : {&read.column, &read.line}) {
    const std::size_t colon = read.file.rfind(':');
    const std::optional<std::int64_t> value =
        colon == std::string_view::npos ? std::nullopt : ParseNumber(read.file.substr(colon + 1));
    if (!value) {
      return {parts.place, 0, 0, read.message, read.kind};
    }
    *number = *value;
    read.file = read.file.substr(0, colon);
  }
  return read;
}

}  // namespace hpdl::rt
