#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "runtime/server/protocols/celos/moved_directory.h"
#include "runtime/server/protocols/celos/slot_file.h"

/// Reads `DAY\nNAME\nTEXT` as a file of a Celos directory that is imported. Writes each slot to
/// a file again, and checks that the file reads as the same slot.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpdl::rt::celos;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto next = [&text] {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string part(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
  };
  const std::string day = next(), name = next();
  ReadDirectory read;
  static_cast<void>(ReadStateFile("a", day, name, text, &read));
  static_cast<void>(ReadMarkOf("a", day, name, text, &read));
  static_cast<void>(ReadRegisterOf(day, name, text, &read));
  for (const auto& [slot, state] : read.slots.states) {
    const std::string time = slot.time.Text();
    ReadDirectory again;
    const auto taken = ReadStateFile("a", time.substr(0, time.find('T')),
                                     time.substr(time.find('T') + 1), SlotFileText(state), &again);
    if (!taken || again.slots.states != read.slots.states) {
      std::abort();
    }
  }
  return 0;
}
