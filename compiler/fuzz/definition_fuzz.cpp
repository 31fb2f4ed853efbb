#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "compiler/diagnostics/formats.h"
#include "compiler/diagnostics/text.h"
#include "compiler/pipeline/pipeline.h"

namespace {

using namespace hpdl;

/// Checks that a range is inside its text.
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
  for (const DiagnosticFormat& format : DiagnosticFormats()) {
    (void)format.write(found, "0");
  }
}

}  // namespace

/// Takes any bytes as a definition and runs all phases, from XML to the analyses and the printed
/// diagnostics.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  pipeline::Input input;
  input.name = "fuzz.xml";
  input.bytes.assign(reinterpret_cast<const char*>(data), size);
  const auto definition = pipeline::Compile(std::move(input), {});
  if (definition->hir != nullptr) {
    hir::Verify(*definition->hir);
    (void)hir::Print(*definition->hir);
  }
  if (definition->coordinator_hir != nullptr) {
    hir::Verify(*definition->coordinator_hir);
    (void)hir::Print(*definition->coordinator_hir);
  }
  if (definition->bundle_hir != nullptr) {
    hir::Verify(*definition->bundle_hir);
    (void)hir::Print(*definition->bundle_hir);
  }
  Format(definition->diagnostics);
  return 0;
}
