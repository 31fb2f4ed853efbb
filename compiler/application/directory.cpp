#include "compiler/application/directory.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
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
  char begin[kElf.size()] = {};
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) {
    return false;
  }
  const std::size_t size = std::fread(begin, 1, sizeof(begin), file);
  std::fclose(file);
  return std::string_view(begin, size) == kElf;
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

  bool List(std::vector<hir::File>* files, std::string* error) {
    return Directory("", files, error);
  }

 private:
  /// `path` ends in '/' unless it is empty.
  bool Directory(const std::string& path, std::vector<hir::File>* files, std::string* error) {
    const std::string full = root_ + path;
    const std::string canonical = Canonical(full);
    if (std::find(open_.begin(), open_.end(), canonical) != open_.end()) {
      *error = full + ": a symbolic link leads back to " + canonical +
               "; name it in .hpdlignore or remove it";
      return false;
    }
    DIR* directory = ::opendir(full.c_str());
    if (directory == nullptr) {
      *error = full + ": " + std::strerror(errno);
      return false;
    }
    std::vector<std::string> names;
    while (const dirent* entry = ::readdir(directory)) {
      names.emplace_back(entry->d_name);
    }
    ::closedir(directory);
    open_.push_back(canonical);
    const bool listed = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      return name == "." || name == ".." || IsLeftOut(name) || Entry(path + name, files, error);
    });
    open_.pop_back();
    return listed;
  }

  bool Entry(const std::string& path, std::vector<hir::File>* files, std::string* error) {
    const std::string full = root_ + path;
    struct stat status{};
    const int reason = ::stat(full.c_str(), &status) == 0 ? 0 : errno;
    const bool directory = reason == 0 && S_ISDIR(status.st_mode);
    if (path == kDefinitionName || path == kIgnoreName || rules_.Ignores(path, directory)) {
      return true;
    }
    if (reason == ENOENT && HasVanished(full)) {
      return true;
    }
    if (reason != 0) {
      *error = full + ": " + std::strerror(reason);
      return false;
    }
    if (directory) {
      return Directory(path + "/", files, error);
    }
    if (!S_ISREG(status.st_mode)) {
      *error = full + ": not a regular file; name it in .hpdlignore or remove it";
      return false;
    }
    if (!leave_out_.empty() && Canonical(full) == leave_out_) {
      if (!IsProgram(full)) {
        *error = "cannot write " + full + ": it is a file of the application and no program";
        return false;
      }
      return true;
    }
    hir::File file;
    file.path = path;
    file.disk_path = full;
    file.size = static_cast<std::uint64_t>(status.st_size);
    files->push_back(std::move(file));
    return true;
  }

  std::string root_;
  IgnoreRules rules_;
  std::string leave_out_;
  std::vector<std::string> open_;  ///< canonical paths of the directories being listed
};

}  // namespace

bool ReadRules(const std::string& root, IgnoreRules* rules, std::string* error) {
  const std::string path = root + kIgnoreName;
  std::string text;
  if (::access(path.c_str(), F_OK) == 0 && !ReadFile(path, &text, error)) {
    return false;
  }
  *rules = IgnoreRules(text);
  return true;
}

bool LoadDirectory(const std::string& path, const std::string& leave_out, Application* application,
                   std::string* error) {
  application->root = path.ends_with('/') ? path : path + "/";
  application->directory = application->identity = Canonical(path);
  application->definition_name = application->root + kDefinitionName;
  if (::access(application->definition_name.c_str(), F_OK) != 0 && errno == ENOENT) {
    *error = path + ": no workflow.xml in this directory";
    return false;
  }
  if (!ReadFile(application->definition_name, &application->definition, error)) {
    return false;
  }
  IgnoreRules rules;
  if (!ReadRules(application->root, &rules, error) ||
      !Lister(application->root, rules, leave_out).List(&application->files, error)) {
    return false;
  }
  SortByPath(&application->files);
  return true;
}

}  // namespace hpdl::application
