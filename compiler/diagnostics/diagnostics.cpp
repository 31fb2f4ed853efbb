#include "compiler/diagnostics/diagnostics.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "runtime/ground/base/utf8.h"

namespace hpdl {
namespace {

constexpr std::array<DiagnosticKindInfo, static_cast<std::size_t>(DiagnosticKind::kCount)> kInfos =
    {{
#define HPDL_DIAGNOSTIC(name, severity, oozie, summary) \
  {#name, Severity::severity, oozie, summary, true},
#define HPDL_DIAGNOSTIC_OF_FILES(name, severity, oozie, summary) \
  {#name, Severity::severity, oozie, summary, false},
#define HPDL_DIAGNOSTIC_OF_SEVERAL(name, severity, oozie, summary) \
  {#name, Severity::severity, oozie, summary, true, true},
#define HPDL_DIAGNOSTIC_ONCE(name, severity, oozie, summary) \
  {#name, Severity::severity, oozie, summary, true, false, true},
#include "compiler/diagnostics/kinds.def"
#undef HPDL_DIAGNOSTIC
    }};

/// The most bytes of a message. People do not read longer messages to the end.
constexpr std::size_t kLongest = 4096;

/// Shortens a message of extreme length, because thousands of messages may each quote megabytes.
/// Keeps only text before the first value, because a secret that is cut would not be recognized as
/// a secret.
void Bound(Message* message) {
  constexpr std::size_t kMostKept = 64u << 10;
  if (message->str().size() > kMostKept) {
    const std::size_t words = message->values().empty() ? kLongest : message->values()[0].begin;
    *message = message->Part(0, std::min(words, kLongest / 2));
    *message += "...";
  }
}

/// Returns a message in the form that is shown: valid UTF-8, and without the middle if it is too
/// long. The beginning and the end stay, because both parts describe the mistake.
Message Shown(Message message) {
  if (message.str().size() > kLongest) {
    constexpr std::size_t kTail = 1024;
    const std::string_view whole = message.str();
    std::size_t tail = whole.size() - kTail;
    tail += ContinuesUtf8(whole[tail]) ? CharacterAt(whole, tail).size() : 0;
    message = message.Part(0, CutUtf8(whole, kLongest / 2).size()) + " ... " +
              message.Part(tail, whole.size());
  }
  if (FirstInvalidUtf8(message.str())) {
    message = message.WithValues([](std::string_view value) { return ValidUtf8(value); });
  }
  return FirstInvalidUtf8(message.str()) ? Message(ValidUtf8(message.str())) : message;
}

}  // namespace

const DiagnosticKindInfo& InfoOf(DiagnosticKind kind) {
  return kInfos[static_cast<std::size_t>(kind)];
}

std::optional<DiagnosticKind> KindOf(std::string_view name) {
  for (std::size_t i = 0; i < kInfos.size(); ++i) {
    if (kInfos[i].name == name) {
      return static_cast<DiagnosticKind>(i);
    }
  }
  return std::nullopt;
}

std::vector<std::string_view> SilenceableKinds() {
  std::vector<std::string_view> names;
  for (const DiagnosticKindInfo& info : kInfos) {
    if (info.severity != Severity::kError) {
      names.push_back(info.name);
    }
  }
  return names;
}

bool Diagnostics::Silenced(const Diagnostic& diagnostic) {
  if (diagnostic.severity == Severity::kError) {
    return false;
  }
  // Covers() finds the comment that silences the kind, and marks this comment as used. It must
  // therefore run even if the command line silences the kind too.
  const bool by_file = diagnostic.source != nullptr &&
                       silences_.Covers(diagnostic.kind, diagnostic.source, diagnostic.range.begin);
  return by_file || options_.silenced.contains(InfoOf(diagnostic.kind).name);
}

Diagnostic& Diagnostics::Emit(DiagnosticKind kind, const SourceBuffer* source, Range range,
                              Message text) {
  const DiagnosticKindInfo& info = InfoOf(kind);
  Diagnostic diagnostic;
  diagnostic.kind = kind;
  diagnostic.severity = info.severity;
  const auto given = codes_.find(kind);
  diagnostic.oozie_code = given == codes_.end() ? info.oozie_code : given->second;
  diagnostic.source = source;
  diagnostic.range = range;
  Bound(&text);
  diagnostic.text = std::move(text);
  if (Silenced(diagnostic)) {
    silenced_ = std::move(diagnostic);
    return silenced_;
  }
  if (diagnostic.severity == Severity::kWarning && options_.warnings_are_errors) {
    diagnostic.severity = Severity::kError;
  }
  errors_ += diagnostic.severity == Severity::kError ? 1 : 0;
  warnings_ += diagnostic.severity == Severity::kWarning ? 1 : 0;
  found_.push_back(std::move(diagnostic));
  return found_.back();
}

void Diagnostics::EmitUselessSilences() {
  for (const Silences::Useless& useless : silences_.Unused()) {
    const DiagnosticKindInfo& info = InfoOf(useless.kind);
    const std::string name(info.name);
    // If the command line silences the kind, or if the kind needs several definitions, the comment
    // may have an effect in other runs. It is then not reported.
    if (!options_.silenced.contains(name) && !info.of_several) {
      Emit(DiagnosticKind::kUselessSilence, useless.source, useless.place,
           "this comment has no effect: its element has no diagnostic of the kind " +
               Message::Words(name));
    }
  }
}

std::vector<Diagnostic> Diagnostics::Sorted() const {
  if (found_.empty()) {
    return {};
  }
  // Maps each file to its order of appearance.
  std::map<const SourceBuffer*, std::size_t> files = {{nullptr, 0}};
  for (const Diagnostic& diagnostic : found_) {
    files.emplace(diagnostic.source, files.size());
  }
  const SecretTexts texts(secrets_);
  std::vector<Diagnostic> sorted = found_;
  for (Diagnostic& diagnostic : sorted) {
    diagnostic.secrets = &secrets_;
    diagnostic.text = Shown(texts.MaskedValues(diagnostic.text));
    for (DiagnosticNote& note : diagnostic.notes) {
      note.text = Shown(texts.MaskedValues(note.text));
    }
    if (diagnostic.fix) {
      Fix& fix = *diagnostic.fix;
      fix.title = Shown(texts.MaskedValues(fix.title));
      fix.shows_secret =
          std::any_of(fix.edits.begin(), fix.edits.end(),
                      [&](const Fix::Edit& edit) { return texts.Masked(edit.text) != edit.text; });
    }
  }
  std::stable_sort(sorted.begin(), sorted.end(), [&](const Diagnostic& a, const Diagnostic& b) {
    return std::pair(files.find(a.source)->second, a.range.begin) <
           std::pair(files.find(b.source)->second, b.range.begin);
  });
  return sorted;
}

}  // namespace hpdl
