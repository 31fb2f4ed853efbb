#include "compiler/application/archive.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "compiler/application/ignore.h"
#include "compiler/application/read_file.h"
#include "compiler/application/zip.h"

namespace hpdl::application {
namespace {

/// Removes a file from the list and returns its bytes. Returns nullopt if no file has this path.
std::optional<std::string> Take(std::string_view path, std::vector<hir::File>* files) {
  const auto file = std::find_if(files->begin(), files->end(),
                                 [&](const hir::File& each) { return each.path == path; });
  if (file == files->end()) {
    return std::nullopt;
  }
  std::string bytes = std::move(file->data);
  files->erase(file);
  return bytes;
}

bool IsIgnored(const std::string& path, const IgnoreRules& rules) {
  for (std::size_t slash = path.find('/'); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    if (rules.Ignores(std::string_view(path).substr(0, slash), true)) {
      return true;
    }
  }
  return rules.Ignores(path, false);
}

/// If the paths of all members begin with the same directory, removes this directory from the
/// paths. An archive may contain an application as a directory, and not only the files in the
/// directory.
void DropCommonDirectory(std::vector<hir::File>* files) {
  const std::size_t slash = files->empty() ? std::string::npos : files->front().path.find('/');
  if (slash == std::string::npos) {
    return;
  }
  const std::string prefix = files->front().path.substr(0, slash + 1);
  for (const hir::File& file : *files) {
    if (!file.path.starts_with(prefix)) {
      return;
    }
  }
  for (hir::File& file : *files) {
    file.path.erase(0, prefix.size());
  }
}

}  // namespace

Result<Application> FromArchive(const std::string& name, std::vector<hir::File> members) {
  Application application;
  application.root = name + ":";
  application.definition_name = application.root + kDefinitionName;
  application.files = std::move(members);
  application.has_all_files = true;
  std::vector<hir::File>& files = application.files;
  SortByPath(&files);
  if (std::none_of(files.begin(), files.end(),
                   [](const hir::File& file) { return file.path == kDefinitionName; })) {
    DropCommonDirectory(&files);
  }
  std::optional<std::string> definition = Take(kDefinitionName, &files);
  if (!definition) {
    return Failure(name + ": no workflow.xml in this archive");
  }
  application.definition = std::move(*definition);
  const IgnoreRules rules(Take(kIgnoreName, &files).value_or(""));
  application.has_properties = rules.LeavesOut(kPropertiesName) &&
                               std::any_of(files.begin(), files.end(), [](const hir::File& file) {
                                 return file.path == kPropertiesName;
                               });
  std::erase_if(files, [&](const hir::File& file) { return IsIgnored(file.path, rules); });
  return application;
}

Result<Application> LoadArchive(const std::string& path) {
  Result<std::vector<hir::File>> members = ReadZip(path);
  HPDL_TRY(members);
  Result<Application> application = FromArchive(path, std::move(*members));
  HPDL_TRY(application);
  application->identity = Canonical(path);
  application->directory = application->identity.substr(0, application->identity.rfind('/'));
  return application;
}

}  // namespace hpdl::application
