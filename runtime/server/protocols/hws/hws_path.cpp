#include "runtime/server/protocols/hws/hws_path.h"

#include "runtime/ground/base/percent.h"
#include "runtime/ground/base/text_parts.h"

namespace hpdl::rt {

std::optional<HwsPath> ReadHwsPath(std::string_view target) {
  std::string_view path = target.substr(0, target.find('?'));
  if (!path.starts_with(kHwsContext) || path.ends_with('/')) {
    return std::nullopt;
  }
  path.remove_prefix(kHwsContext.size());
  HwsPath read;
  for (const std::string_view part : Split(path, '/')) {
    std::optional<std::string> text = PercentDecoded(part);
    if (!text || text->empty() || text->find('\0') != std::string::npos) {
      return std::nullopt;
    }
    read.parts.push_back(std::move(*text));
  }
  return read;
}

}  // namespace hpdl::rt
