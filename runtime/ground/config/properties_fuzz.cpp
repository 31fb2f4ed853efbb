#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "runtime/ground/config/config.h"

namespace {

using namespace hpdl::rt;

/// Checks that each property has a name and a valid line, and that the expansion of the properties
/// ends. `size` is the largest number of bytes that the text can have in UTF-8.
void Use(const ConfigReading& read, std::size_t size) {
  if (read.problem && (read.problem->line == 0 || read.problem->line > size + 1)) {
    std::abort();
  }
  for (const ConfigProperty& property : read.properties) {
    if (property.name.empty() || property.line == 0 || property.line > size + 1) {
      std::abort();
    }
    for (const ConfigRange range : {property.name_range, property.value_range}) {
      if (range.begin > range.end || range.end > size) {
        std::abort();
      }
    }
  }
  Properties properties;
  Apply(read.properties, &properties);
  (void)ExpandAll(&properties);
}

}  // namespace

/// Reads any bytes as Java properties, as Hadoop XML, and in the format that ScanConfig() detects.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Use(ScanJavaProperties(text), size);
  Use(ScanHadoopXml(text), 3 * size);  // a byte of a code page has up to three bytes in UTF-8
  Use(ScanHadoopXmlText(text), size);
  Use(ScanConfig(text), 3 * size);
  return 0;
}
