#include <cstddef>
#include <cstdint>
#include <string_view>

#include "stdlib/actions/spark/spark_options.h"

/// Any bytes as spark-opts: no crash, no word that is empty or has a quote, and nothing that was
/// not there.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto words = hpdl::stdlib::SplitSparkOptions(text);
  std::size_t quotes = 0;
  for (const char c : text) {
    quotes += c == '"' ? 1 : 0;
  }
  if (words.ok() != (quotes % 2 == 0)) {
    __builtin_trap();
  }
  if (!words) {
    return 0;
  }
  std::size_t bytes = 0;
  for (const auto& word : *words) {
    bytes += word.size();
    if (word.empty() || word.find('"') != std::string_view::npos) {
      __builtin_trap();
    }
  }
  if (bytes > size) {
    __builtin_trap();
  }
  const auto options = hpdl::stdlib::ReadSparkOptions(text);
  if (options && options->words.size() > words->size() + options->conf.size() + size) {
    __builtin_trap();
  }
  return 0;
}
