#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "runtime/config/config.h"

namespace {

using namespace hpdl::rt;

/// What was read has names and places, and can be expanded or says why not.
void Use(const Result<ConfigProperties>& read, std::size_t size) {
  if (!read) {
    return;
  }
  for (const ConfigProperty& property : *read) {
    if (property.name.empty() || property.line == 0 || property.line > size + 1) {
      std::abort();
    }
  }
  Properties properties;
  Apply(*read, &properties);
  (void)ExpandAll(&properties);
}

}  // namespace

/// Any bytes as a file of properties: of Java, of Hadoop, and as whichever it looks like.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Use(ReadJavaProperties(text, "f"), size);
  Use(ReadHadoopXml(text, "f"), size);
  Use(ParseConfig(text, "f"), size);
  return 0;
}
