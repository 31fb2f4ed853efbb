#include <cstddef>
#include <cstdint>
#include <string_view>

#include "compiler/analysis/hive_script.h"

/// Reads any bytes as a script. The reader must not crash, and every name and line that it reports
/// must exist.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const hpdl::analysis::HiveScript script = hpdl::analysis::ReadHiveScript(text);
  std::size_t lines = 1;
  for (const char c : text) {
    lines += c == '\n' ? 1 : 0;
  }
  for (const auto& [name, line] : script.read) {
    if (name.empty() || line == 0 || line > lines || text.find(name + "}") == text.npos) {
      __builtin_trap();
    }
  }
  for (const auto& name : script.set) {
    if (text.find(name) == text.npos) {
      __builtin_trap();
    }
  }
  return 0;
}
