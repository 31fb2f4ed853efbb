#include "compiler/diagnostics/diagnostics.h"

#include <algorithm>
#include <array>

namespace hpdl {
namespace {

constexpr std::array<DiagnosticKindInfo, static_cast<std::size_t>(DiagnosticKind::kCount)> kInfos =
    {{
#define HPDL_DIAGNOSTIC(name, severity, oozie, summary) {#name, Severity::severity, oozie, summary},
#include "compiler/diagnostics/kinds.def"
#undef HPDL_DIAGNOSTIC
    }};

}  // namespace

const DiagnosticKindInfo& InfoOf(DiagnosticKind kind) {
  return kInfos[static_cast<std::size_t>(kind)];
}

Diagnostic& Diagnostics::Emit(DiagnosticKind kind, const SourceBuffer* source, Range range,
                              std::string text) {
  const DiagnosticKindInfo& info = InfoOf(kind);
  Diagnostic diagnostic;
  diagnostic.kind = kind;
  diagnostic.severity = info.severity;
  diagnostic.oozie_code = info.oozie_code;
  diagnostic.source = source;
  diagnostic.range = range;
  diagnostic.text = std::move(text);
  if (info.severity == Severity::kWarning && options_.silenced.contains(info.name)) {
    silenced_ = std::move(diagnostic);
    return silenced_;
  }
  if (diagnostic.severity == Severity::kWarning && options_.warnings_are_errors) {
    diagnostic.severity = Severity::kError;
  }
  ++(diagnostic.severity == Severity::kError ? errors_ : warnings_);
  found_.push_back(std::move(diagnostic));
  return found_.back();
}

std::vector<Diagnostic> Diagnostics::Sorted() const {
  std::vector<Diagnostic> sorted = found_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return a.range.begin < b.range.begin;
  });
  return sorted;
}

}  // namespace hpdl
