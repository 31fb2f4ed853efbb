#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/engines/coordinator/coordinator_request.h"
#include "runtime/rules/coordinator/testing/fuzz_input.h"

/// Reads arbitrary bytes as the text of a request, and as the values of a change. The functions
/// must not crash. A valid request has the same value after it is written and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpdl::rt;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto change = ReadChange(text);
  hpdl::rt::testing::Require(change || change.error().code == "E1015");
  if (const auto request = ReadCoordinatorRequest(text)) {
    hpdl::rt::testing::Require(ReadCoordinatorRequest(request->ToText()) == request);
  }
  return 0;
}
