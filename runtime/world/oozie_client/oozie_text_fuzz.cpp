#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/world/oozie_client/oozie_text.h"

/// Reads any bytes as a reply of an Oozie server, and as its URL. Reading must not crash.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)hpdl::rt::ReadOozieUrl(text);
  (void)hpdl::rt::ReadVersions(text);
  (void)hpdl::rt::ReadJobId(text, size % 2 == 0);
  (void)hpdl::rt::ReadJob(text);
  return 0;
}
