#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "compiler/frontend/xml/datasets.h"
#include "compiler/frontend/xml/encoding.h"
#include "compiler/frontend/xml/reader.h"

/// Reads any bytes. The reader must not crash, and its diagnostics must be at places inside the
/// text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  hpdl::Diagnostics diagnostics;
  const auto source = hpdl::frontend::MakeSource(
      "fuzz.xml", std::string(reinterpret_cast<const char*>(data), size), diagnostics);
  if (source != nullptr) {
    hpdl::frontend::ReadDefinition(*source, {}, diagnostics);
    hpdl::frontend::ReadDatasets(*source, {}, diagnostics);
  }
  for (const hpdl::Diagnostic& each : diagnostics.Sorted()) {
    if (each.range.begin > each.range.end ||
        (source != nullptr && each.range.end > source->text().size())) {
      std::abort();
    }
  }
  return 0;
}
