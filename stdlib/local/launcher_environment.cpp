#include "stdlib/local/launcher_environment.h"

#include <string_view>

namespace hpdl::stdlib {

namespace {

rt::Result<void> AddEntries(std::string_view text, std::vector<std::string>* set) {
  while (!text.empty()) {
    const std::string_view entry = text.substr(0, text.find(':'));
    text.remove_prefix(entry.size() + (entry.size() < text.size() ? 1 : 0));
    if (entry.empty()) {
      continue;
    }
    if (entry.find('=') == std::string_view::npos || entry.front() == '=') {
      return rt::ActionError("launcher env " + std::string(entry) +
                             " is not of the form NAME=VALUE");
    }
    set->emplace_back(entry);
  }
  return {};
}

}  // namespace

rt::Result<void> AddLauncherEnvironment(const rt::Properties& configuration, const Global& global,
                                        const std::optional<Launcher>& launcher,
                                        std::vector<std::string>* set) {
  for (const char* name : {"oozie.launcher.mapred.child.env",
                           "oozie.launcher.yarn.app.mapreduce.am.env", "oozie.launcher.env"}) {
    if (const auto found = configuration.find(name); found != configuration.end()) {
      HPDL_TRY(AddEntries(found->second, set));
    }
  }
  for (const std::optional<Launcher>* each : {&global.launcher, &launcher}) {
    if (*each && (*each)->env) {
      HPDL_TRY(AddEntries(*(*each)->env, set));
    }
  }
  return {};
}

}  // namespace hpdl::stdlib
