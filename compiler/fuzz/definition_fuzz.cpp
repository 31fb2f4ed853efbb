#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "compiler/analysis/analyze.h"
#include "compiler/diagnostics/formats.h"
#include "compiler/diagnostics/text.h"
#include "compiler/frontend/xml/reader.h"
#include "compiler/frontend/xml/silence.h"
#include "compiler/hir/hir.h"
#include "compiler/sema/check.h"
#include "compiler/transform/transform.h"

namespace {

using namespace hpdl;

/// All that `verify` does with a definition, as far as it gets.
void Compile(const SourceBuffer& source, Diagnostics& diagnostics) {
  const auto workflow = frontend::ReadWorkflow(source, {}, diagnostics);
  if (workflow == nullptr) {
    return;
  }
  const Reporter reporter{&source, &diagnostics};
  analysis::HideSecrets(*workflow, reporter);
  sema::Checked checked = sema::Check(*workflow, source, {}, diagnostics);
  if (checked.hir == nullptr || diagnostics.HasErrors()) {
    return;
  }
  transform::Fold(*checked.hir);
  analysis::Analyze({.workflow = *workflow, .checked = checked, .reporter = reporter});
  diagnostics.EmitUselessSilences();
  transform::Dedupe(*checked.hir);
  checked.hir->source = &source;
  hir::Verify(*checked.hir);
  (void)hir::Print(*checked.hir);
}

/// Every place that is named is inside the text.
void CheckRange(const SourceBuffer* source, Range range) {
  if (source != nullptr && (range.begin > range.end || range.end > source->text().size())) {
    std::abort();
  }
}

void Format(const Diagnostics& diagnostics) {
  const std::vector<Diagnostic> found = diagnostics.Sorted();
  for (const Diagnostic& each : found) {
    CheckRange(each.source, each.range);
    for (const DiagnosticNote& note : each.notes) {
      CheckRange(note.source, note.range);
    }
  }
  (void)FormatText(found, {.color = true, .corrections = 1});
  (void)FormatJson(found);
  (void)FormatGithub(found);
  (void)FormatSarif(found, "0");
}

}  // namespace

/// Any bytes as a definition, from XML to the analyses and the printed diagnostics.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Diagnostics diagnostics;
  const auto source = frontend::MakeSource(
      "fuzz.xml", std::string(reinterpret_cast<const char*>(data), size), diagnostics);
  if (source != nullptr) {
    frontend::ReadSilences(*source, diagnostics);
    Compile(*source, diagnostics);
  }
  Format(diagnostics);
  return 0;
}
