#include <cstddef>
#include <cstdint>
#include <string_view>

#include "stdlib/actions/spark/spark_options.h"

/// Reads any bytes as spark-opts. It checks that each option has a name, and that the options are
/// not longer than the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto found = hpdl::stdlib::SplitSparkOptions(text);
  if (!found) {
    return 0;
  }
  std::size_t bytes = 0;
  for (const auto& option : *found) {
    bytes += option.name.size() + option.value.value_or("").size();
    if (option.name.size() < 2 || option.name.front() != '-') {
      __builtin_trap();
    }
  }
  if (bytes > size) {
    __builtin_trap();
  }
  const auto options = hpdl::stdlib::ReadSparkOptions(text);
  if (options && options->words.size() > 2 * found->size()) {
    __builtin_trap();
  }
  return 0;
}
