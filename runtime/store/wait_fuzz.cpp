#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "runtime/store/wait.h"

/// Reads arbitrary bytes as a wait and as a note. The program must not crash, and a value that was
/// read must be the same after it has been written and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpdl::rt;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto wait = DecodeWait(text); wait && DecodeWait(EncodeWait(*wait)) != wait) {
    std::abort();
  }
  if (const auto note = DecodeNote(text); note && DecodeNote(EncodeNote(*note)) != note) {
    std::abort();
  }
  return 0;
}
