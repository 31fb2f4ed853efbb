#include "compiler/application/load.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "compiler/application/archive.h"
#include "compiler/application/directory.h"
#include "compiler/application/find_definitions.h"
#include "compiler/application/read_file.h"
#include "compiler/application/remote.h"
#include "compiler/application/remote_application.h"
#include "compiler/application/zip.h"

namespace hpdl::application {
namespace {

Result<Application> LoadFile(const std::string& path) {
  Result<std::string> definition = ReadFile(path);
  HPDL_TRY(definition);
  Application application;
  application.definition = std::move(*definition);
  application.definition_name = path;
  application.identity = Canonical(path);
  application.directory = application.identity.substr(0, application.identity.rfind('/'));
  application.root = path.substr(0, path.rfind('/') + 1);
  return application;
}

/// Adds the default properties files in the directory of a definition that was loaded as a single
/// file. An application that was loaded as a directory already has these files.
Result<void> AddDefaultsBeside(const LoadOptions& options, Application* application) {
  Result<IgnoreRules> rules = ReadRules(application->root);
  HPDL_TRY(rules);
  for (const std::string_view name : options.defaults) {
    const std::string full = application->root + std::string(name);
    struct stat status{};
    if (::stat(full.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
        !rules->Ignores(name, false)) {
      hir::File& file = application->files.emplace_back();
      file.path = name;
      file.disk_path = Canonical(full);
      file.size = static_cast<std::uint64_t>(status.st_size);
    }
  }
  SortByPath(&application->files);
  return {};
}

/// Loads a definition with the files of its folder (LoadOptions::with_folder).
Result<Application> LoadWithFolder(const std::string& path, const LoadOptions& options) {
  Result<Application> application = LoadFile(path);
  HPDL_TRY(application);
  const std::string folder = FolderOf(path);
  if (folder.empty()) {
    return application;
  }
  if (BeginsDefinition(application->definition, options.submitted_roots)) {
    HPDL_TRY(AddDefaultsBeside(options, &*application));
    return application;
  }
  application->identity = IdentityOf(path, true);
  application->directory = folder;
  HPDL_TRY(AddDirectory(options, &*application));
  return application;
}

Result<Application> LoadLocal(const std::string& path, const LoadOptions& options) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    return Failure(path + ": " + std::strerror(errno));
  }
  if (S_ISDIR(status.st_mode)) {
    return LoadDirectory(path, options);
  }
  // Reads only the start, because an archive may be large and LoadArchive() reads its members
  // itself.
  const Result<std::string> begin = ReadBegin(path, kZipMark);
  HPDL_TRY(begin);
  if (IsZip(*begin)) {
    return LoadArchive(path);
  }
  return options.with_folder ? LoadWithFolder(path, options) : LoadFile(path);
}

Result<void> ReadDefaults(const LoadOptions& options, Application* application) {
  for (hir::File& file : application->files) {
    const bool wanted = std::find(options.defaults.begin(), options.defaults.end(), file.path) !=
                        options.defaults.end();
    if (!wanted || file.disk_path.empty()) {
      continue;
    }
    Result<std::string> bytes = ReadFile(file.disk_path);
    HPDL_TRY(bytes);
    file.data = std::move(*bytes);
    file.size = file.data.size();
    file.disk_path.clear();
  }
  return {};
}

}  // namespace

Result<Application> Load(const std::string& path, const LoadOptions& options) {
  if (IsRemote(path)) {
    return LoadRemoteApplication(path, options);
  }
  for (const char* scheme : {"http://", "https://"}) {
    if (path.starts_with(scheme)) {
      return Failure(path + ": hpdlc does not read applications from " + scheme +
                     "; copy the application to this machine first");
    }
  }
  Result<Application> application = LoadLocal(path, options);
  HPDL_TRY(application);
  const bool alone = application->definition_name == path;
  if (options.defaults_beside && alone && !options.with_folder &&
      IsDefinitionName(std::string_view(path).substr(application->root.size()))) {
    HPDL_TRY(AddDefaultsBeside(options, &*application));
  }
  HPDL_TRY(ReadDefaults(options, &*application));
  return application;
}

}  // namespace hpdl::application
