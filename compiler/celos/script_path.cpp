#include "compiler/celos/script_path.h"

#include <sys/stat.h>

#include "runtime/engines/celos_scripts/script_files.h"

namespace hpdl::celos {
namespace {

/// Returns the file type bits of the file at a path, or 0 if there is no file.
mode_t TypeOf(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 ? status.st_mode & S_IFMT : 0;
}

bool HasScripts(const std::string& folder) {
  const rt::Result<std::vector<std::string>> names = rt::celos::ScriptNames(folder);
  return names && !names->empty();
}

std::string WithoutSlash(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) {
    path.pop_back();
  }
  return path;
}

}  // namespace

std::string PathIn(const std::string& folder, const std::string& name) {
  return folder == "." ? name : folder.ends_with('/') ? folder + name : folder + "/" + name;
}

std::optional<ScriptPath> ScriptPathOf(const std::string& path) {
  const mode_t type = TypeOf(path);
  if (type == S_IFREG && path.ends_with(".js")) {
    const std::size_t name = path.rfind('/') + 1;  // without a '/' the offset is 0: npos + 1 is 0
    ScriptPath found{name == 0 ? "." : WithoutSlash(path.substr(0, name)), {}};
    found.files = {found.folder + "/" + path.substr(name)};
    return found;
  }
  if (type != S_IFDIR) {
    return {};
  }
  const std::string folder = WithoutSlash(path);
  for (const std::string& each : {folder, PathIn(folder, "workflows")}) {
    if (HasScripts(each)) {
      return ScriptPath{each, {}};
    }
  }
  return {};
}

std::string DefaultsBeside(const std::string& folder) {
  const std::size_t name = folder.rfind('/') + 1;
  const std::string last = folder.substr(name);
  if (last.empty() || last == "." || last == "..") {
    return PathIn(folder, "../defaults");
  }
  return folder.substr(0, name) + "defaults";
}

}  // namespace hpdl::celos
