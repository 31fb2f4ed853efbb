#include "compiler/application/directory.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "compiler/application/read_file.h"

namespace hpdl::application {
namespace {

/// True for what an earlier build may have left: only that is replaced in an application directory.
bool IsProgram(const std::string& path) {
  constexpr std::string_view kElf =
      "\x7f"
      "ELF";
  const Result<std::string> begin = ReadBegin(path, kElf.size());
  return begin && *begin == kElf;
}

/// True for a name that was listed and is no more. A link that leads nowhere still is.
bool HasVanished(const std::string& path) {
  struct stat status{};
  const bool there = ::lstat(path.c_str(), &status) == 0;
  return there ? !S_ISLNK(status.st_mode) : errno == ENOENT;  // it may have come back
}

/// Lists the files below an application directory that belong to the application.
class Lister {
 public:
  Lister(std::string root, IgnoreRules rules, std::string leave_out)
      : root_(std::move(root)), rules_(std::move(rules)), leave_out_(std::move(leave_out)) {}

  /// All files, in no order.
  Result<std::vector<hir::File>> List() {
    HPDL_TRY(Directory(""));
    return std::move(files_);
  }

 private:
  /// `path` ends in '/' unless it is empty.
  Result<void> Directory(const std::string& path) {
    const std::string full = root_ + path;
    const std::string canonical = Canonical(full);
    if (std::find(open_.begin(), open_.end(), canonical) != open_.end()) {
      return Failure(full + ": a symbolic link leads back to " + canonical +
                     "; name it in .hpdlignore or remove it");
    }
    DIR* directory = ::opendir(full.c_str());
    if (directory == nullptr) {
      return Failure(full + ": " + std::strerror(errno));
    }
    std::vector<std::string> names;
    while (const dirent* entry = ::readdir(directory)) {
      names.emplace_back(entry->d_name);
    }
    ::closedir(directory);
    open_.push_back(canonical);
    for (const std::string& name : names) {
      if (name != "." && name != ".." && !IsLeftOut(name)) {
        HPDL_TRY(Entry(path + name));
      }
    }
    open_.pop_back();
    return {};
  }

  Result<void> Entry(const std::string& path) {
    const std::string full = root_ + path;
    struct stat status{};
    const int reason = ::stat(full.c_str(), &status) == 0 ? 0 : errno;
    const bool directory = reason == 0 && S_ISDIR(status.st_mode);
    if (path == kDefinitionName || path == kIgnoreName || rules_.Ignores(path, directory)) {
      return {};
    }
    if (reason == ENOENT && HasVanished(full)) {
      return {};
    }
    if (reason != 0) {
      return Failure(full + ": " + std::strerror(reason));
    }
    if (directory) {
      return Directory(path + "/");
    }
    if (!S_ISREG(status.st_mode)) {
      return Failure(full + ": not a regular file; name it in .hpdlignore or remove it");
    }
    if (!leave_out_.empty() && Canonical(full) == leave_out_) {
      if (!IsProgram(full)) {
        return Failure("cannot write " + full + ": it is a file of the application and no program");
      }
      return {};
    }
    hir::File file;
    file.path = path;
    file.disk_path = full;
    file.size = static_cast<std::uint64_t>(status.st_size);
    files_.push_back(std::move(file));
    return {};
  }

  std::vector<hir::File> files_;
  std::string root_;
  IgnoreRules rules_;
  std::string leave_out_;
  std::vector<std::string> open_;  ///< canonical paths of the directories being listed
};

}  // namespace

Result<IgnoreRules> ReadRules(const std::string& root) {
  const std::string path = root + kIgnoreName;
  if (::access(path.c_str(), F_OK) != 0) {
    return IgnoreRules();
  }
  const Result<std::string> text = ReadFile(path);
  HPDL_TRY(text);
  return IgnoreRules(*text);
}

Result<Application> LoadDirectory(const std::string& path, const std::string& leave_out) {
  Application application;
  application.root = path.ends_with('/') ? path : path + "/";
  application.directory = application.identity = Canonical(path);
  application.definition_name = application.root + kDefinitionName;
  if (::access(application.definition_name.c_str(), F_OK) != 0 && errno == ENOENT) {
    return Failure(path + ": no workflow.xml in this directory");
  }
  Result<std::string> definition = ReadFile(application.definition_name);
  HPDL_TRY(definition);
  application.definition = std::move(*definition);
  const Result<IgnoreRules> rules = ReadRules(application.root);
  HPDL_TRY(rules);
  Result<std::vector<hir::File>> files = Lister(application.root, *rules, leave_out).List();
  HPDL_TRY(files);
  application.files = std::move(*files);
  SortByPath(&application.files);
  return application;
}

}  // namespace hpdl::application
