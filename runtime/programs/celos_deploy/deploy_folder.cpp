#include "runtime/programs/celos_deploy/deploy_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "runtime/programs/celos_deploy/script_syntax.h"
#include "runtime/programs/celos_deploy/small_files.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::size_t kMostEntries = 100'000;
constexpr std::size_t kDeepest = 64;

Error Wrong(const std::string& path, const std::string& why) {
  return {ErrorClass::kError, "", path + ": " + why};
}

/// Collects the files and folders below `hdfs/`.
class Walk {
 public:
  explicit Walk(const std::string& root) : root_(root), files_(LocalSmallFiles()) {}

  /// Adds the contents of a folder. `below` is its path below `hdfs/`: "", or a path that ends in a
  /// slash.
  Result<void> Folder(const std::string& below) {
    const std::string path = root_ + "/" + below;
    struct stat info{};
    if (stat(path.c_str(), &info) != 0) {
      return Wrong(path, std::strerror(errno));
    }
    const std::pair<dev_t, ino_t> here(info.st_dev, info.st_ino);
    if (std::find(above_.begin(), above_.end(), here) != above_.end()) {
      return Wrong(path, "the link leads to a folder that contains the link");
    }
    if (above_.size() == kDeepest) {
      return Wrong(path, "the folder is nested too deeply");
    }
    above_.push_back(here);
    Result<std::vector<std::string>> names = files_->Names(path);
    HPDL_TRY(names);
    std::sort(names->begin(), names->end());
    for (const std::string& name : *names) {
      HPDL_TRY(Entry(below + name));
    }
    above_.pop_back();
    return {};
  }
  std::vector<DeployFolder::Entry> Take() { return std::move(entries_); }

 private:
  Result<void> Entry(const std::string& below) {
    const std::string path = root_ + "/" + below;
    if (entries_.size() == kMostEntries) {
      return Wrong(
          root_, "the folder has more than " + std::to_string(kMostEntries) + " files and folders");
    }
    const Result<SmallFiles::Type> type = files_->TypeOf(path);
    HPDL_TRY(type);
    switch (*type) {
      case SmallFiles::Type::kFolder:
        entries_.push_back({below, true});
        return Folder(below + "/");
      case SmallFiles::Type::kFile:
        entries_.push_back({below, false});
        return access(path.c_str(), R_OK) == 0 ? Result<void>() : Wrong(path, std::strerror(errno));
      case SmallFiles::Type::kAbsent:
        return Wrong(path, "the target of the link does not exist");
      default:
        return Wrong(path, "neither a file nor a folder");
    }
  }

  const std::string root_;
  const std::unique_ptr<SmallFiles> files_;
  std::vector<std::pair<dev_t, ino_t>> above_;
  std::vector<DeployFolder::Entry> entries_;
};

Result<std::optional<std::string>> ReadScript(const std::string& path) {
  struct stat info{};
  if (lstat(path.c_str(), &info) != 0 && errno == ENOENT) {
    return std::optional<std::string>();
  }
  Result<std::string> script = LocalSmallFiles()->Read(path, kLongestScript);
  HPDL_TRY(script);
  HPDL_TRY(CheckScript(*script, path));
  return std::optional<std::string>(std::move(*script));
}

}  // namespace

Result<DeployFolder> ReadDeployFolder(const std::string& path) {
  const std::unique_ptr<SmallFiles> files = LocalSmallFiles();
  const Result<SmallFiles::Type> type = files->TypeOf(path);
  HPDL_TRY(type);
  if (*type != SmallFiles::Type::kFolder) {
    return Wrong(path, *type == SmallFiles::Type::kAbsent ? "no such folder" : "not a folder");
  }
  DeployFolder folder;
  folder.hdfs = path + "/hdfs";
  const Result<SmallFiles::Type> hdfs = files->TypeOf(folder.hdfs);
  HPDL_TRY(hdfs);
  if (*hdfs != SmallFiles::Type::kFolder) {
    return Error{ErrorClass::kError, "",
                 folder.hdfs + (*hdfs == SmallFiles::Type::kAbsent ? " not found local FS"
                                                                   : ": not a folder")};
  }
  Result<std::optional<std::string>> workflow = ReadScript(path + "/workflow.js");
  HPDL_TRY(workflow);
  Result<std::optional<std::string>> defaults = ReadScript(path + "/defaults.js");
  HPDL_TRY(defaults);
  Walk walk(folder.hdfs);
  HPDL_TRY(walk.Folder(""));
  folder.workflow = std::move(*workflow);
  folder.defaults = std::move(*defaults);
  folder.entries = walk.Take();
  return folder;
}

}  // namespace hpdl::rt::celos
