#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "runtime/server/access/static_groups.h"

/// Reads any bytes as groups of users. Checks that the names of users and groups contain no
/// separator.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto groups = hpdl::rt::ReadStaticGroups(text);
  if (!groups) {
    return 0;
  }
  for (const auto& [user, names] : *groups) {
    if (user.empty() || user.find_first_of("=;") != std::string::npos) {
      std::abort();
    }
    for (const std::string& name : names) {
      if (name.empty() || name.find_first_of("=;,") != std::string::npos) {
        std::abort();
      }
    }
  }
  return 0;
}
