#include "compiler/diagnostics/explain.h"

#include <algorithm>

#include "compiler/base/suggest.h"

namespace hpdl {
namespace {

constexpr Explanation kExplanations[] = {
#include "compiler/diagnostics/explain.def"
};

constexpr auto kKinds = static_cast<std::size_t>(DiagnosticKind::kCount);

void AppendIndented(std::string_view title, std::string_view text, std::string& out) {
  if (text.empty()) {
    return;
  }
  out.append("\n").append(title).append("\n");
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) {
      out.append("    ").append(text.substr(0, end));
    }
    out.append("\n");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void AppendPage(DiagnosticKind kind, std::string& out) {
  const DiagnosticKindInfo& info = InfoOf(kind);
  if (!out.empty()) {
    out += "\n";
  }
  out.append(info.name);
  if (!info.oozie_code.empty()) {
    out.append(" (Oozie: ").append(info.oozie_code).append(")");
  }
  out.append(", ").append(WordOf(info.severity)).append("\n");
  out.append(info.summary).append("\n");
  if (const Explanation* explanation = ExplanationOf(kind)) {
    out.append("\n").append(explanation->why).append("\n");
    AppendIndented("Wrong:", explanation->wrong, out);
    AppendIndented("Right:", explanation->right, out);
  }
  if (info.severity != Severity::kError) {
    out.append("\n-Wno-").append(info.name).append(" silences the diagnostic");
    if (info.in_definition) {
      out.append(", and <!-- hpdlc: no-").append(info.name);
      out.append(" --> before an element silences it for that element");
    }
    out.append(".\n");
  }
}

}  // namespace

const Explanation* ExplanationOf(DiagnosticKind kind) {
  const std::string_view name = InfoOf(kind).name;
  for (const Explanation& explanation : kExplanations) {
    if (explanation.kind == name) {
      return &explanation;
    }
  }
  return nullptr;
}

std::string Explain(std::string_view kind) {
  std::string out;
  for (std::size_t i = 0; i < kKinds; ++i) {
    const DiagnosticKindInfo& info = InfoOf(static_cast<DiagnosticKind>(i));
    if (!kind.empty() &&
        (IsSameInOtherCase(kind, info.name) || IsSameInOtherCase(kind, info.oozie_code))) {
      AppendPage(static_cast<DiagnosticKind>(i), out);
    }
  }
  return out;
}

std::string ListLine(std::string_view name, std::string_view summary) {
  constexpr std::size_t kNames = 24;
  std::string line(name);
  line.resize(std::max(kNames, line.size()), ' ');
  return line.append(" ").append(summary).append("\n");
}

std::string ListKinds() {
  std::string out;
  for (std::size_t i = 0; i < kKinds; ++i) {
    const DiagnosticKindInfo& info = InfoOf(static_cast<DiagnosticKind>(i));
    out.append(ListLine(info.name, info.summary));
  }
  return out;
}

}  // namespace hpdl
