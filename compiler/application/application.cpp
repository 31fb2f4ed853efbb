#include "compiler/application/application.h"

#include <sys/stat.h>

#include <algorithm>
#include <iterator>

#include "compiler/application/read_file.h"
#include "compiler/application/remote.h"
#include "runtime/ground/base/new_file.h"

namespace hpdl::application {
namespace {

bool IsFile(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

std::string FolderOf(const std::string& definition) {
  const std::size_t slash = definition.rfind('/');
  if (IsRemote(definition)) {
    const bool in_root = slash <= definition.find('/', definition.find("://") + 3);
    return in_root ? std::string() : definition.substr(0, slash);
  }
  const std::string folder =
      Canonical(slash == std::string::npos ? "." : definition.substr(0, slash + 1));
  return folder == "/" ? std::string() : folder;
}

std::string IdentityOf(std::string path, bool with_folder) {
  while (IsRemote(path) && path.ends_with('/')) {
    path.pop_back();
  }
  const bool has_folder = with_folder && (IsRemote(path) || IsFile(path));
  const std::string folder = has_folder ? FolderOf(path) : std::string();
  if (folder.empty()) {
    return IsRemote(path) ? path : Canonical(path);
  }
  const std::string name = path.substr(path.rfind('/') + 1);
  return name == kDefinitionName ? folder : folder + "/" + name;
}

bool IsDefinitionName(std::string_view name) {
  return name == kDefinitionName || IsSubmittedName(name);
}

bool IsSubmittedName(std::string_view name) {
  return std::find(std::begin(kSubmittedNames), std::end(kSubmittedNames), name) !=
         std::end(kSubmittedNames);
}

bool IsLeftOut(std::string_view name) {
  return name == ".git" || name.starts_with(rt::kUnfinishedPrefix);
}

void SortByPath(std::vector<hir::File>* files) {
  std::sort(files->begin(), files->end(),
            [](const hir::File& a, const hir::File& b) { return a.path < b.path; });
}

}  // namespace hpdl::application
