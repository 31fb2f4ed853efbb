#include <cstddef>
#include <cstdint>
#include <string_view>

#include "stdlib/cluster/launch_text.h"

/// Any bytes as what a container brought back: no crash, and no file larger than all of it.
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
