#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "runtime/server/protocols/hws/bodies.h"

/// Reads the bytes as a body of each kind. Checks that a body with a forbidden value, for example
/// an empty name, is refused.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpdl::rt::hws;
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  if (const auto read = ReadSubmission(body); read && read->application.empty()) {
    std::abort();
  }
  if (const auto read = ReadResubmission(body)) {
    for (const std::string& node : read->skip) {
      if (node.empty() || node.find(',') != std::string::npos) {
        std::abort();
      }
    }
  }
  if (const auto days = ReadPurgeDays(body); days && (*days < 0 || *days > 36'500)) {
    std::abort();
  }
  (void)ReadNothing(body);
  return 0;
}
