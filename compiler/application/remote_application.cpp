#include "compiler/application/remote_application.h"

#include <string_view>
#include <vector>

#include "compiler/application/archive.h"
#include "compiler/application/find_definitions.h"
#include "compiler/application/ignore.h"
#include "compiler/application/remote.h"
#include "compiler/application/zip.h"

namespace hpdl::application {
namespace {

rt::Error About(const std::string& path, const rt::Error& error) {
  return Failure(path + ": " + error.message);
}

Result<rt::FileStatus> StatusOf(RemotePlace& place, const std::string& path) {
  Result<rt::FileStatus> status = place.Status(path);
  return status ? std::move(status) : About(path, status.error());
}

Result<std::string> ReadFrom(RemotePlace& place, const std::string& path) {
  Result<std::string> bytes = place.Read(path);
  return bytes ? std::move(bytes) : About(path, bytes.error());
}

/// Collects the files below a directory that belong to the application.
class Collector {
 public:
  /// `definition` is the name of the definition in the directory `root`.
  Collector(RemotePlace& place, std::string root, std::string definition, IgnoreRules rules)
      : place_(place),
        root_(std::move(root)),
        definition_(std::move(definition)),
        rules_(std::move(rules)) {}

  /// Returns all files, unsorted.
  Result<std::vector<hir::File>> Collect() {
    HPDL_TRY(Directory(""));
    return std::move(files_);
  }
  /// True if a job.properties was left out although no rule of .hpdlignore names it. A built-in
  /// rule ignores this file.
  bool has_properties() const { return has_properties_; }

  /// Reads one file, whose path in the application is `path`.
  Result<hir::File> File(const std::string& full, const std::string& path, std::int64_t size) {
    total_ += size;
    if (total_ > RemotePlace::kMaxBytes) {
      return Failure(root_ + ": the files of the application have more than 1 GiB together");
    }
    Result<std::string> bytes = ReadFrom(place_, full);
    HPDL_TRY(bytes);
    hir::File file;
    file.path = path;
    file.data = std::move(*bytes);
    file.size = file.data.size();
    return file;
  }

 private:
  /// Lists one directory. `below` is its path in the application, and ends in '/' unless it is
  /// empty.
  Result<void> Directory(const std::string& below) {
    const std::string full =
        below.empty() ? root_ : root_ + "/" + below.substr(0, below.size() - 1);
    const Result<std::vector<std::string>> paths = place_.List(full);
    if (!paths) {
      return About(full, paths.error());
    }
    for (const std::string& path : *paths) {
      const std::string name = path.substr(path.rfind('/') + 1);
      if (!IsLeftOut(name)) {
        HPDL_TRY(Entry(path, below + name));
      }
    }
    return {};
  }

  Result<void> Entry(const std::string& full, const std::string& path) {
    if (path == definition_ || path == kIgnoreName) {
      return {};
    }
    const Result<rt::FileStatus> status = StatusOf(place_, full);
    HPDL_TRY(status);
    const bool directory = status->type == rt::FileType::kDirectory;
    if (rules_.Ignores(path, directory)) {
      has_properties_ = has_properties_ || (path == kPropertiesName && rules_.LeavesOut(path));
      return {};
    }
    if (directory) {
      return Directory(path + "/");
    }
    Result<hir::File> file = File(full, path, status->size);
    HPDL_TRY(file);
    files_.push_back(std::move(*file));
    return {};
  }

  RemotePlace& place_;
  const std::string root_;
  const std::string definition_;
  const IgnoreRules rules_;
  std::int64_t total_ = 0;
  std::vector<hir::File> files_;
  bool has_properties_ = false;
};

Result<IgnoreRules> RulesOf(RemotePlace& place, const std::string& directory) {
  const std::string path = directory + "/" + kIgnoreName;
  const Result<rt::FileStatus> status = StatusOf(place, path);
  HPDL_TRY(status);
  if (status->type == rt::FileType::kAbsent) {
    return IgnoreRules();
  }
  const Result<std::string> rules = ReadFrom(place, path);
  HPDL_TRY(rules);
  return IgnoreRules(*rules);
}

/// Adds the files of `directory` to an application whose definition was loaded from this directory.
Result<void> AddRemoteDirectory(RemotePlace& place, const std::string& directory,
                                Application* application) {
  const Result<IgnoreRules> rules = RulesOf(place, directory);
  HPDL_TRY(rules);
  const std::string definition = application->definition_name.substr(application->root.size());
  Collector collector(place, directory, definition, *rules);
  Result<std::vector<hir::File>> files = collector.Collect();
  HPDL_TRY(files);
  application->has_properties = collector.has_properties();
  application->files = std::move(*files);
  application->has_all_files = true;
  SortByPath(&application->files);
  return {};
}

Result<Application> LoadRemoteDirectory(RemotePlace& place, const std::string& name) {
  Application application;
  application.root = name + "/";
  application.directory = name;
  application.definition_name = application.root + kDefinitionName;
  const std::string path = place.path() + "/" + kDefinitionName;
  const Result<rt::FileStatus> status = StatusOf(place, path);
  HPDL_TRY(status);
  if (status->type == rt::FileType::kAbsent) {
    return Failure(name + ": no workflow.xml in this directory");
  }
  Result<std::string> definition = ReadFrom(place, path);
  HPDL_TRY(definition);
  application.definition = std::move(*definition);
  HPDL_TRY(AddRemoteDirectory(place, place.path(), &application));
  return application;
}

/// Returns the files with these names in `directory`.
Result<std::vector<hir::File>> FilesBeside(RemotePlace& place, const std::string& directory,
                                           const std::vector<std::string_view>& names) {
  const Result<IgnoreRules> rules = RulesOf(place, directory);
  HPDL_TRY(rules);
  Collector collector(place, directory, "", *rules);
  std::vector<hir::File> files;
  for (const std::string_view name : names) {
    const std::string path = directory + "/" + std::string(name);
    const Result<rt::FileStatus> status = StatusOf(place, path);
    HPDL_TRY(status);
    if (status->type == rt::FileType::kFile && !rules->Ignores(name, false)) {
      Result<hir::File> file = collector.File(path, std::string(name), status->size);
      HPDL_TRY(file);
      files.push_back(std::move(*file));
    }
  }
  SortByPath(&files);
  return files;
}

Result<Application> LoadRemoteArchive(const std::string& name, const std::string& bytes) {
  Result<std::vector<hir::File>> members = ReadZip(name, bytes);
  HPDL_TRY(members);
  Result<Application> application = FromArchive(name, std::move(*members));
  HPDL_TRY(application);
  application->directory = name.substr(0, name.rfind('/'));
  return application;
}

Result<Application> LoadRemoteFile(RemotePlace& place, const std::string& name,
                                   const LoadOptions& options) {
  Result<std::string> bytes = ReadFrom(place, place.path());
  HPDL_TRY(bytes);
  if (IsZip(*bytes)) {
    return LoadRemoteArchive(name, *bytes);
  }
  Application application;
  application.definition = std::move(*bytes);
  application.definition_name = name;
  application.directory = name.substr(0, name.rfind('/'));
  application.root = application.directory + "/";
  const bool with_folder = options.with_folder && !FolderOf(name).empty();
  const std::string directory = place.path().substr(0, place.path().rfind('/'));
  if (with_folder && !BeginsDefinition(application.definition, options.submitted_roots)) {
    HPDL_TRY(AddRemoteDirectory(place, directory, &application));
  } else if (with_folder ||
             (options.defaults_beside &&
              IsDefinitionName(std::string_view(name).substr(application.root.size())))) {
    Result<std::vector<hir::File>> files = FilesBeside(place, directory, options.defaults);
    HPDL_TRY(files);
    application.files = std::move(*files);
  }
  return application;
}

}  // namespace

Result<Application> LoadRemoteApplication(const std::string& path, const LoadOptions& options) {
  RemotePlace place;
  HPDL_TRY(place.Open(path));
  const Result<rt::FileStatus> status = StatusOf(place, place.path());
  HPDL_TRY(status);
  if (status->type == rt::FileType::kAbsent) {
    return Failure(path + ": no such file or directory");
  }
  std::string name = path;
  while (name.ends_with('/')) {
    name.pop_back();
  }
  Result<Application> application = status->type == rt::FileType::kDirectory
                                        ? LoadRemoteDirectory(place, name)
                                        : LoadRemoteFile(place, name, options);
  HPDL_TRY(application);
  application->identity = IdentityOf(name, options.with_folder);
  return application;
}

}  // namespace hpdl::application
