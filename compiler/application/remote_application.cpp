#include "compiler/application/remote_application.h"

#include <algorithm>

#include "compiler/application/ignore.h"
#include "compiler/application/remote.h"
#include "compiler/application/zip.h"

namespace hpdl::application {
namespace {

/// Collects the files below a directory that belong to the application.
class Collector {
 public:
  Collector(RemotePlace& place, std::string root, IgnoreRules rules)
      : place_(place), root_(std::move(root)), rules_(std::move(rules)) {}

  /// `below` ends in '/' unless it is empty.
  bool Collect(const std::string& below, std::vector<hir::File>* files, std::string* error) {
    std::vector<std::string> paths;
    if (!place_.List(below.empty() ? root_ : root_ + "/" + below.substr(0, below.size() - 1),
                     &paths, error)) {
      return false;
    }
    return std::all_of(paths.begin(), paths.end(), [&](const std::string& path) {
      const std::string name = path.substr(path.rfind('/') + 1);
      return IsLeftOut(name) || Entry(path, below + name, files, error);
    });
  }

 private:
  bool Entry(const std::string& full, const std::string& path, std::vector<hir::File>* files,
             std::string* error) {
    rt::FileStatus status;
    if (path == kDefinitionName || path == kIgnoreName) {
      return true;
    }
    if (!place_.Status(full, &status, error)) {
      return false;
    }
    const bool directory = status.type == rt::FileType::kDirectory;
    if (rules_.Ignores(path, directory)) {
      return true;
    }
    if (directory) {
      return Collect(path + "/", files, error);
    }
    if ((total_ += status.size) > RemotePlace::kMaxBytes) {
      *error = root_ + ": the files of the application have more than 1 GiB";
      return false;
    }
    hir::File file;
    file.path = path;
    file.size = static_cast<std::uint64_t>(status.size);
    if (!place_.Read(full, &file.data, error)) {
      return false;
    }
    file.size = file.data.size();
    files->push_back(std::move(file));
    return true;
  }

  RemotePlace& place_;
  const std::string root_;
  const IgnoreRules rules_;
  std::int64_t total_ = 0;
};

bool LoadRemoteDirectory(RemotePlace& place, const std::string& name, Application* application,
                         std::string* error) {
  application->root = name + "/";
  application->directory = name;
  application->definition_name = application->root + kDefinitionName;
  rt::FileStatus status;
  if (!place.Status(place.path() + "/" + kDefinitionName, &status, error)) {
    return false;
  }
  if (status.type == rt::FileType::kAbsent) {
    *error = name + ": no workflow.xml in this directory";
    return false;
  }
  if (!place.Read(place.path() + "/" + kDefinitionName, &application->definition, error) ||
      !place.Status(place.path() + "/" + kIgnoreName, &status, error)) {
    return false;
  }
  std::string rules;
  if (status.type != rt::FileType::kAbsent &&
      !place.Read(place.path() + "/" + kIgnoreName, &rules, error)) {
    return false;
  }
  if (!Collector(place, place.path(), IgnoreRules(rules)).Collect("", &application->files, error)) {
    return false;
  }
  std::sort(application->files.begin(), application->files.end(),
            [](const hir::File& a, const hir::File& b) { return a.path < b.path; });
  return true;
}

}  // namespace

bool LoadRemoteApplication(const std::string& path, Application* application, std::string* error) {
  RemotePlace place;
  rt::FileStatus status;
  if (!place.Open(path, error) || !place.Status(place.path(), &status, error)) {
    return false;
  }
  std::string name = path;
  while (name.ends_with('/')) {
    name.pop_back();
  }
  application->identity = name;
  if (status.type == rt::FileType::kAbsent) {
    *error = path + ": no such file or directory";
    return false;
  }
  if (status.type == rt::FileType::kDirectory) {
    return LoadRemoteDirectory(place, name, application, error);
  }
  if (!place.Read(place.path(), &application->definition, error)) {
    return false;
  }
  if (IsZip(application->definition)) {
    *error = path + ": archives are not read from HDFS; copy it here first";
    return false;
  }
  application->definition_name = name;
  application->directory = name.substr(0, name.rfind('/'));
  application->root = application->directory + "/";
  return true;
}

}  // namespace hpdl::application
