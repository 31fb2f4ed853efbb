#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "runtime/world/site/site.h"
#include "stdlib/actions/java/java_command.h"

namespace hpdl::stdlib {

namespace {

bool IsProgram(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && access(path.c_str(), X_OK) == 0;
}

/// Returns the path of `bin/java` in the folder `home`. The error names the setting `what`.
rt::Result<std::string> InHome(const std::string& what, std::string home) {
  while (home.size() > 1 && home.ends_with('/')) {
    home.pop_back();
  }
  std::string program = home + "/bin/java";
  if (!IsProgram(program)) {
    return rt::ActionError("no java: " + what + " is " + home + ", which has no program bin/java");
  }
  return program;
}

}  // namespace

rt::Result<std::string> FindJava(const rt::ActionContext& ctx) {
  const std::string_view setting = ctx.site().Text(rt::Setting::kJavaHome, ctx.configuration());
  if (!setting.empty()) {
    return InHome("hpdl.java.home", std::string(setting));
  }
  const char* home = std::getenv("JAVA_HOME");
  if (home != nullptr && *home != '\0') {
    return InHome("JAVA_HOME", home);
  }
  const char* path = std::getenv("PATH");
  std::string_view left = path == nullptr ? std::string_view() : path;
  while (!left.empty()) {
    const std::string_view folder = left.substr(0, left.find(':'));
    left.remove_prefix(folder.size() + (folder.size() < left.size() ? 1 : 0));
    std::string program = std::string(folder) + "/java";
    if (folder.starts_with('/') && IsProgram(program)) {
      return program;
    }
  }
  return rt::ActionError("no java: set hpdl.java.home or JAVA_HOME, or put java in PATH");
}

}  // namespace hpdl::stdlib
