#include "runtime/programs/client/lines.h"

namespace hpdl::client {

std::string WithLineFeeds(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = text.find_first_of("\r\n");
    lines.append(text.substr(0, end)).append("\n");
    text.remove_prefix(end == std::string_view::npos ? text.size() : end);
    text.remove_prefix(text.starts_with("\r\n") ? 2 : text.empty() ? 0 : 1);
  }
  return lines;
}

}  // namespace hpdl::client
