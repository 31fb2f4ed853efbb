#include "compiler/diagnostics/markdown.h"

#include <cctype>

#include "compiler/diagnostics/explain.h"

namespace hpdl {
namespace {

constexpr std::string_view kMade =
    "<!-- Made by `./dev docs` from compiler/diagnostics/kinds.def and explain.def. -->\n";

/// Returns the length of the code at the start of `text`: an element or an expression. Returns 0 if
/// there is no code.
std::size_t CodeLength(std::string_view text) {
  const char close = text.starts_with("${") ? '}' : '>';
  const bool element = text.size() > 1 && text[0] == '<' &&
                       (std::isalpha(static_cast<unsigned char>(text[1])) != 0 || text[1] == '/' ||
                        text[1] == '!' || text[1] == '?');
  const std::size_t end = text.find(close);
  return (element || close == '}') && end != std::string_view::npos ? end + 1 : 0;
}

/// Returns prose as Markdown. Elements and expressions stand in backquotes; other special
/// characters of Markdown are escaped.
std::string Prose(std::string_view text) {
  constexpr std::string_view kMarks = "\\`*_[]<>&|#";
  std::string out;
  while (!text.empty()) {
    const std::size_t code = CodeLength(text);
    if (code > 0) {
      out.append("`").append(text.substr(0, code)).append("`");
      text.remove_prefix(code);
      continue;
    }
    if (kMarks.find(text[0]) != std::string_view::npos) {
      out += '\\';
    }
    out += text[0];
    text.remove_prefix(1);
  }
  return out;
}

/// Returns a summary as a sentence.
std::string Sentence(std::string_view summary) {
  std::string out = Prose(summary);
  if (!out.empty()) {
    out[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[0])));
  }
  return out + ".";
}

void AppendExampleSection(std::string_view title, std::string_view text, std::string& out) {
  if (text.empty()) {
    return;
  }
  out.append("\n**").append(title).append("**\n\n```");
  out.append(text.starts_with("<") ? "xml" : "text").append("\n").append(text);
  out.append(text.ends_with("\n") ? "```\n" : "\n```\n");
}

void AppendSilence(const DiagnosticKindInfo& info, std::string& out) {
  if (info.severity == Severity::kError) {
    return;
  }
  out.append("\n`-Wno-").append(info.name);
  if (!info.in_definition) {
    out.append(
        "` silences it. A diagnostic of this kind is not about a place in a definition, so a "
        "comment cannot silence it.\n");
    return;
  }
  out.append(
      "` silences it for all files of a command. "
      "Before an element, this comment silences it for that element:\n\n```xml\n");
  out.append("<!-- hpdlc: no-").append(info.name).append(" -->\n```\n");
}

}  // namespace

std::string MarkdownPage(DiagnosticKind kind) {
  const DiagnosticKindInfo& info = InfoOf(kind);
  std::string out(kMade);
  out.append("# ").append(info.name).append("\n\n*").append(WordOf(info.severity)).append("*");
  if (!info.oozie_code.empty()) {
    out.append(", Oozie's `").append(info.oozie_code).append("`");
  }
  out.append("\n\n").append(Sentence(info.summary)).append("\n");
  if (const Explanation* explanation = ExplanationOf(kind)) {
    out.append("\n").append(Prose(explanation->why)).append("\n");
    AppendExampleSection("Wrong", explanation->wrong, out);
    AppendExampleSection("Right", explanation->right, out);
  }
  AppendSilence(info, out);
  return out + "\n[All kinds](README.md)\n";
}

std::string MarkdownIndex() {
  std::string out(kMade);
  out +=
      "# Diagnostics\n\n`hpdlc verify` and `hpdlc build` report these kinds of diagnostics about a "
      "definition. The name\nof the kind stands at the end of each line that they print; `hpdlc "
      "explain KIND` shows the page\nof the kind in the terminal.\n\n| kind | | Oozie | "
      "|\n|---|---|---|---|\n";
  for (std::size_t i = 0; i < static_cast<std::size_t>(DiagnosticKind::kCount); ++i) {
    const DiagnosticKindInfo& info = InfoOf(static_cast<DiagnosticKind>(i));
    out.append("| [").append(info.name).append("](").append(info.name).append(".md) | ");
    out.append(WordOf(info.severity)).append(" | ").append(info.oozie_code).append(" | ");
    out.append(Prose(info.summary)).append(" |\n");
  }
  return out;
}

std::vector<std::pair<std::string, std::string>> MarkdownPages() {
  std::vector<std::pair<std::string, std::string>> pages = {{"README.md", MarkdownIndex()}};
  for (std::size_t i = 0; i < static_cast<std::size_t>(DiagnosticKind::kCount); ++i) {
    const auto kind = static_cast<DiagnosticKind>(i);
    pages.emplace_back(std::string(InfoOf(kind).name) + ".md", MarkdownPage(kind));
  }
  return pages;
}

}  // namespace hpdl
