#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "runtime/server/protocols/celos/jackson_json.h"
#include "runtime/server/protocols/celos/slot_file.h"

/// Reads any bytes as JSON, and as the text of a file in a Celos directory. Writes each value
/// again, and checks that the new text reads as the same value.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpdl::rt::celos;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const hpdl::rt::Result<JsonValue> value = JsonValue::Parse(text, "fuzz");
  if (value) {
    for (const std::string& written : {value->Compact(), value->Pretty()}) {
      const hpdl::rt::Result<JsonValue> again = JsonValue::Parse(written, "fuzz");
      if (!again || again->Compact() != value->Compact()) {
        std::abort();
      }
    }
  }
  const hpdl::rt::Result<SlotState> state = ReadSlotFile(text, {0});
  if (state) {
    const hpdl::rt::Result<SlotState> again = ReadSlotFile(SlotFileText(*state), {0});
    if (!again || !(*again == *state)) {
      std::abort();
    }
  }
  static_cast<void>(ReadMarkFile(text));
  return 0;
}
