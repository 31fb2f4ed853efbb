#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/ground/regex/replace.h"

/// The input is a pattern, a replacement and a text, divided by zero bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::size_t first = all.find('\0');
  if (first == std::string_view::npos) {
    return 0;
  }
  const std::size_t second = all.find('\0', first + 1);
  if (second != std::string_view::npos) {
    (void)hpdl::rt::ReplaceAllMatches(all.substr(second + 1), all.substr(0, first),
                                      all.substr(first + 1, second - first - 1));
  }
  return 0;
}
