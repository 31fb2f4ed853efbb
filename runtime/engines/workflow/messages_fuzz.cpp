#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "runtime/engines/workflow/messages.h"

/// Reads arbitrary bytes as a message. The functions must not crash. A valid message must be the
/// same after it is written and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpdl::rt;
  const auto text_of = [](const Message& message) {
    return std::visit([](const auto& each) { return each.ToText(); }, message);
  };
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const std::optional<Message> message = ReadMessage(text)) {
    const std::optional<Message> again = ReadMessage(text_of(*message));
    if (!again || text_of(*again) != text_of(*message)) {
      std::abort();
    }
  }
  return 0;
}
