#include <cstddef>
#include <cstdint>
#include <string_view>

#include "stdlib/cluster/launch_text.h"

/// Parses any bytes as a launcher's result. The parser must not crash, and no file of the result
/// may be larger than the input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto result =
      hpdl::stdlib::ReadLaunchResult(std::string_view(reinterpret_cast<const char*>(data), size));
  if (result) {
    for (const auto& [name, file] : result->files) {
      if (name.size() + file.bytes.size() > size) {
        __builtin_trap();
      }
    }
  }
  return 0;
}
