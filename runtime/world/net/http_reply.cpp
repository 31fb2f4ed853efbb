#include <strings.h>

#include "runtime/world/net/network.h"

namespace hpdl::rt {

const std::string* HttpReply::Header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (key.size() == name.size() && strncasecmp(key.data(), name.data(), name.size()) == 0) {
      return &value;
    }
  }
  return nullptr;
}

}  // namespace hpdl::rt
