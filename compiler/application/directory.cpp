#include "compiler/application/directory.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "compiler/application/read_file.h"
#include "runtime/ground/base/state_mark.h"
#include "runtime/ground/base/unusable_entry.h"

namespace hpdl::application {
namespace {

/// True if the file is an ELF file, which an earlier build may have written. A build may replace
/// only ELF files in an application directory.
bool IsProgram(const std::string& path) {
  constexpr std::string_view kElf =
      "\x7f"
      "ELF";
  const Result<std::string> begin = ReadBegin(path, kElf.size());
  return begin && *begin == kElf;
}

/// Tells why stat() does not find a name that was listed: returns true if the name was deleted, and
/// false if it is a link to a missing file.
bool HasVanished(const std::string& path) {
  struct stat status{};
  const bool there = ::lstat(path.c_str(), &status) == 0;
  // A name that still exists and is not a link was deleted and then created again.
  return there ? !S_ISLNK(status.st_mode) : errno == ENOENT;
}

bool IsLink(const std::string& path) {
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
}

/// Lists the files below an application directory that belong to the application.
class Lister {
 public:
  /// `definition` is the name of the definition in the directory `root`.
  Lister(std::string root, std::string definition, IgnoreRules rules, const LoadOptions& options)
      : root_(std::move(root)),
        definition_(std::move(definition)),
        rules_(std::move(rules)),
        leave_out_(options.leave_out),
        passes_over_(options.passes_over),
        defaults_(options.defaults),
        inside_(Canonical(root_) + "/") {}

  /// Returns all files, unsorted.
  Result<std::vector<hir::File>> List() {
    HPDL_TRY(Directory("", root_));
    return std::move(files_);
  }
  /// True if a job.properties was left out although no rule of .hpdlignore names it. A built-in
  /// rule ignores this file.
  bool has_properties() const { return has_properties_; }

 private:
  /// Lists one directory. `path` is its path in the application and ends in '/' unless it is empty.
  /// `place` is its path on disk without symbolic links and ends in '/'.
  Result<void> Directory(const std::string& path, const std::string& place) {
    const std::string canonical = Canonical(place);
    if (std::find(open_.begin(), open_.end(), canonical) != open_.end()) {
      return Failure(root_ + path + ": a symbolic link leads back to " + canonical +
                     "; name the link in .hpdlignore or remove the link");
    }
    DIR* directory = ::opendir(place.c_str());
    if (directory == nullptr) {
      return Failure(root_ + path + ": " + std::strerror(errno));
    }
    std::vector<std::string> names;
    while (const dirent* entry = ::readdir(directory)) {
      names.emplace_back(entry->d_name);
    }
    ::closedir(directory);
    open_.push_back(canonical);
    for (const std::string& name : names) {
      if (name != "." && name != ".." && !IsLeftOut(name)) {
        HPDL_TRY(Entry(path + name, place + name));
      }
    }
    open_.pop_back();
    return {};
  }

  Result<void> Entry(const std::string& path, const std::string& place) {
    struct stat status{};
    const int reason = ::stat(place.c_str(), &status) == 0 ? 0 : errno;
    const bool directory = reason == 0 && S_ISDIR(status.st_mode);
    if (path == definition_ || path == kIgnoreName || rules_.Ignores(path, directory)) {
      has_properties_ = has_properties_ || (path == kPropertiesName && rules_.LeavesOut(path));
      return {};
    }
    if (++entries_ > kMaxEntries) {
      return Failure(root_ +
                     ": the application has more than 100,000 files and directories; to leave "
                     "files out, name them " +
                     "in .hpdlignore");
    }
    const bool is_defaults =
        reason == 0 && std::find(defaults_.begin(), defaults_.end(), path) != defaults_.end();
    if (passes_over_ && !is_defaults && IsUnusableEntry(place, status, reason)) {
      return {};
    }
    if (reason == ENOENT && HasVanished(place)) {
      return {};
    }
    if (reason != 0) {
      return Failure(root_ + path + ": " + std::strerror(reason));
    }
    const std::string real = IsLink(place) ? Canonical(place) : place;
    if (real != place && !(real + "/").starts_with(inside_)) {
      return Failure(root_ + path + ": a symbolic link leads out of the application, to " + real +
                     "; name the link in .hpdlignore or replace the link by a copy");
    }
    if (directory && IsStateDirectory(real)) {
      return {};
    }
    return directory ? Directory(path + "/", real + "/") : File(path, real, status);
  }

  Result<void> File(const std::string& path, const std::string& place, const struct stat& status) {
    if (!S_ISREG(status.st_mode)) {
      return Failure(root_ + path + ": not a regular file; name it in .hpdlignore or remove it");
    }
    if (!leave_out_.empty() && Canonical(place) == leave_out_) {
      if (!IsProgram(place)) {
        return Failure(
            "cannot write " + root_ + path +
            ": the application already has a file at this path, and that file is not a program");
      }
      return {};
    }
    hir::File file;
    file.path = path;
    file.disk_path = place;
    file.size = static_cast<std::uint64_t>(status.st_size);
    files_.push_back(std::move(file));
    return {};
  }

  std::vector<hir::File> files_;
  std::string root_;
  std::string definition_;
  IgnoreRules rules_;
  std::string leave_out_;
  bool passes_over_;
  std::vector<std::string_view> defaults_;  ///< names of files that must not be passed over
  std::string inside_;             ///< the canonical path of the application, with '/' at its end
  std::vector<std::string> open_;  ///< the canonical paths of the directories being listed
  /// The number of entries so far. It is limited, because links can make many paths that lead to a
  /// few files.
  std::size_t entries_ = 0;
  bool has_properties_ = false;
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

Result<void> AddDirectory(const LoadOptions& options, Application* application) {
  const std::string& root = application->root;
  const Result<IgnoreRules> rules = ReadRules(root);
  HPDL_TRY(rules);
  Lister lister(root.empty() ? "./" : root, application->definition_name.substr(root.size()),
                *rules, options);
  Result<std::vector<hir::File>> files = lister.List();
  HPDL_TRY(files);
  application->has_properties = lister.has_properties();
  application->files = std::move(*files);
  application->has_all_files = true;
  SortByPath(&application->files);
  return {};
}

Result<Application> LoadDirectory(const std::string& path, const LoadOptions& options) {
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
  HPDL_TRY(AddDirectory(options, &application));
  return application;
}

}  // namespace hpdl::application
