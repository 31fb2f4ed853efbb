#include <cstddef>
#include <cstdint>
#include <string>

#include "compiler/frontend/xml/reader.h"

/// Any bytes: the reader must answer with diagnostics, never with a crash.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  hpdl::Diagnostics diagnostics;
  const auto source = hpdl::frontend::MakeSource(
      "fuzz.xml", std::string(reinterpret_cast<const char*>(data), size), diagnostics);
  if (source != nullptr) {
    hpdl::frontend::ReadWorkflow(*source, {}, diagnostics);
  }
  return 0;
}
