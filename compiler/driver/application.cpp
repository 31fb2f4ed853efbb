#include "compiler/driver/application.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "compiler/driver/ignore.h"
#include "compiler/driver/read_file.h"
#include "compiler/driver/remote.h"
#include "compiler/driver/write_file.h"

namespace hpdl::driver {
namespace {

/// In the order of names.
constexpr const char* kDefaults[] = {kOozieDefaults, kHwsDefaults};

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

void SortByPath(std::vector<hir::File>* files) {
  std::sort(files->begin(), files->end(),
            [](const hir::File& a, const hir::File& b) { return a.path < b.path; });
}

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

bool LoadZip(const std::string& path, Application* application, std::string* error) {
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

}  // namespace

bool IsLeftOut(std::string_view name) {
  return name == ".git" || name.starts_with(kUnfinishedPrefix);
}

bool IsZip(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

std::optional<std::string> Application::Take(const std::string& path, std::string* error) {
  const auto file = std::find_if(files.begin(), files.end(), [&](const hir::File& candidate) {
    return candidate.path == path;
  });
  if (file == files.end()) {
    return std::nullopt;
  }
  std::string bytes = std::move(file->data);
  if (!file->disk_path.empty() && !ReadFile(file->disk_path, &bytes, error)) {
    return std::nullopt;
  }
  files.erase(file);
  return bytes;
}

bool LoadApplication(const std::string& path, const std::string& leave_out,
                     Application* application, std::string* error) {
  if (IsRemote(path)) {
    return LoadRemoteApplication(path, application, error);
  }
  for (const char* scheme : {"http://", "https://"}) {
    if (path.starts_with(scheme)) {
      *error = path + ": reading " + std::string(scheme, std::strlen(scheme) - 3) +
               " is not supported by this build; copy the application here first";
      return false;
    }
  }
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    *error = path + ": " + std::strerror(errno);
    return false;
  }
  if (S_ISDIR(status.st_mode)) {
    return LoadDirectory(path, leave_out, application, error);
  }
  if (!ReadFile(path, &application->definition, error)) {
    return false;
  }
  if (IsZip(application->definition)) {
    return LoadZip(path, application, error);
  }
  application->definition_name = path;
  application->identity = Canonical(path);
  application->directory = application->identity.substr(0, application->identity.rfind('/'));
  application->root = path.substr(0, path.rfind('/') + 1);
  return true;
}

bool AddDefaultsBeside(const std::string& path, Application* application, std::string* error) {
  const bool alone = !IsRemote(path) && application->definition_name == path;
  if (!alone || path != application->root + kDefinitionName) {
    return true;
  }
  IgnoreRules rules;
  if (!ReadRules(application->root, &rules, error)) {
    return false;
  }
  for (const char* name : kDefaults) {
    const std::string full = application->root + name;
    struct stat status{};
    if (::stat(full.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
        !rules.Ignores(name, false)) {
      hir::File& file = application->files.emplace_back();
      file.path = name;
      file.disk_path = full;
      file.size = static_cast<std::uint64_t>(status.st_size);
    }
  }
  return true;
}

}  // namespace hpdl::driver
