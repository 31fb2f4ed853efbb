#include "compiler/application/archive.h"

#include <algorithm>

#include "compiler/application/ignore.h"
#include "compiler/application/read_file.h"
#include "compiler/application/zip.h"

namespace hpdl::application {
namespace {

/// Archives are made of an application's content or of its directory: in the second case all
/// members share a first name, which is dropped.
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

bool LoadArchive(const std::string& path, Application* application, std::string* error) {
  application->root = path + ":";
  application->identity = Canonical(path);
  application->directory = application->identity.substr(0, application->identity.rfind('/'));
  application->definition_name = application->root + kDefinitionName;
  if (!ReadZip(path, &application->files, error)) {
    return false;
  }
  SortByPath(&application->files);
  const auto has_definition = [](const hir::File& file) { return file.path == kDefinitionName; };
  if (std::none_of(application->files.begin(), application->files.end(), has_definition)) {
    DropCommonDirectory(&application->files);
  }
  std::optional<std::string> definition = application->Take(kDefinitionName, error);
  if (!definition.has_value()) {
    *error = path + ": no workflow.xml in this archive";
    return false;
  }
  application->definition = std::move(*definition);
  const IgnoreRules rules(application->Take(kIgnoreName, error).value_or(""));
  std::erase_if(application->files, [&](const hir::File& file) {
    for (std::size_t slash = file.path.find('/'); slash != std::string::npos;
         slash = file.path.find('/', slash + 1)) {
      if (rules.Ignores(std::string_view(file.path).substr(0, slash), true)) {
        return true;
      }
    }
    return rules.Ignores(file.path, false);
  });
  return true;
}

}  // namespace hpdl::application
