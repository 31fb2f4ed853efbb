#ifndef HPDL_RUNTIME_WORLD_FILES_PREVIEW_H_
#define HPDL_RUNTIME_WORLD_FILES_PREVIEW_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runtime/world/files/file_system.h"

namespace hpdl::rt {

/// The file systems as they will be after changes that are not made yet. Requests the status of a
/// path only once.
class FilePreview {
 public:
  Task<Result<FileType>> TypeOf(FileSystem& files, std::string path);
  void Deleted(FileSystem& files, const std::string& path) {
    events_.push_back({Event::kDeleted, &files, path, {}});
  }
  void MadeDirectory(FileSystem& files, const std::string& path) {
    events_.push_back({Event::kDirectory, &files, path, {}});
  }
  void MadeFile(FileSystem& files, const std::string& path) {
    events_.push_back({Event::kFile, &files, path, {}});
  }
  void Moved(FileSystem& files, const std::string& source, const std::string& target) {
    events_.push_back({Event::kMoved, &files, source, target});
  }
  /// True if no changes are noted, so that the file systems stay as they are.
  bool unchanged() const { return events_.empty(); }

  /// True if `path` is `directory` or below it.
  static bool IsWithin(const std::string& path, const std::string& directory);
  static std::string ParentOf(const std::string& path);
  static std::string NameOf(const std::string& path);

 private:
  struct Event {
    enum Kind { kDeleted, kDirectory, kFile, kMoved } kind;
    const FileSystem* files;
    std::string path, target;
  };
  bool TypeAfterEvents(const FileSystem& files, std::string* path, FileType* type) const;

  std::vector<Event> events_;
  std::map<std::pair<const FileSystem*, std::string>, FileType> asked_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_FILES_PREVIEW_H_
