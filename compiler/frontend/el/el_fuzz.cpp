#include <cstddef>
#include <cstdint>
#include <string>

#include "compiler/frontend/el/parse.h"

/// Parses any bytes as a text of one of the dialects. The parser must not crash, and every range
/// must be inside the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  static hpdl::frontend::ElParser parser;
  const std::string bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  const hpdl::SourceBuffer source("fuzz", bytes);
  hpdl::ast::Text text{bytes, {0, static_cast<std::uint32_t>(bytes.size())}, {}};
  hpdl::ast::ExprPool pool;
  hpdl::Diagnostics diagnostics;
  parser.Parse(text, data[0] % 2 == 0 ? hpdl::ast::Dialect::kOozie : hpdl::ast::Dialect::kHws,
               source, pool, diagnostics);
  for (std::uint32_t i = 0; i < pool.size(); ++i) {
    const hpdl::Range range = pool[hpdl::ast::ExprId{i}].range;
    if (range.begin > range.end || range.end > bytes.size()) {
      __builtin_trap();
    }
  }
  return 0;
}
