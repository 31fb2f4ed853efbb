#include "runtime/engines/workflow/kept_environment.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace hpdl::rt {
namespace {

constexpr const char* kKept[] = {"HADOOP_CONF_DIR", "HADOOP_HOME", "JAVA_HOME",       "http_proxy",
                                 "https_proxy",     "HTTPS_PROXY", "all_proxy",       "ALL_PROXY",
                                 "no_proxy",        "NO_PROXY",    "HADOOP_USER_NAME"};

}  // namespace

std::string KeptEnvironment() {
  std::string kept;
  for (const char* name : kKept) {
    // A value with a line end is left out, because the line end would begin another variable.
    if (const char* value = std::getenv(name);
        value != nullptr && std::string_view(value).find('\n') == std::string_view::npos) {
      kept.append(name).append("=").append(value).append("\n");
    }
  }
  return kept;
}

void TakeEnvironment(const std::string& kept) {
  for (const char* name : kKept) {
    unsetenv(name);
  }
  for (std::string_view rest = kept; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const std::size_t equals = line.find('=');
    const auto* const known = std::find(std::begin(kKept), std::end(kKept), line.substr(0, equals));
    if (equals != std::string_view::npos && known != std::end(kKept)) {
      setenv(*known, std::string(line.substr(equals + 1)).c_str(), 1);
    }
  }
}

}  // namespace hpdl::rt
