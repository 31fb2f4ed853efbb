#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include "compiler/frontend/el/testing/both_parsers.h"
#include "runtime/ground/expression/scan.h"

/// Parses any bytes as an expression. The parser that programs contain must not crash, and must
/// give the same result as the compiler's parser.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static hpdl::frontend::ElParser parser;
  const std::string bytes = "${" + std::string(reinterpret_cast<const char*>(data), size) + "}";
  hpdl::rt::TemplateScanner scanner(bytes, false);
  for (hpdl::rt::Segment segment; scanner.Next(&segment);) {
    if (!segment.expression || !segment.closed) {
      continue;
    }
    const std::string body(hpdl::rt::BodyOf(bytes, segment));
    if (const std::string what = hpdl::frontend::testing::Disagreement(parser, body);
        !what.empty()) {
      std::fprintf(stderr, "${%s}: %s\n", body.c_str(), what.c_str());
      __builtin_trap();
    }
  }
  return 0;
}
