#ifndef HPDL_RUNTIME_FILES_PREVIEW_H_
#define HPDL_RUNTIME_FILES_PREVIEW_H_

#include <string>
#include <vector>

#include "runtime/files/file_operations.h"

namespace hpdl::rt {

/// The local file system as it will be after changes that have not been made yet. Paths are
/// absolute and normalised.
class FilePreview {
 public:
  FileType TypeOf(const std::string& path) const { return TypeBefore(path, events_.size()); }
  void Deleted(const std::string& path) { events_.push_back({Event::kDeleted, path, {}}); }
  void MadeDirectory(const std::string& path) { events_.push_back({Event::kDirectory, path, {}}); }
  void MadeFile(const std::string& path) { events_.push_back({Event::kFile, path, {}}); }
  void Moved(const std::string& source, const std::string& target) {
    events_.push_back({Event::kMoved, source, target});
  }
  /// Nothing differs from the file system as it is.
  bool unchanged() const { return events_.empty(); }

  /// `path` is `directory` or below it.
  static bool IsWithin(const std::string& path, const std::string& directory);
  static std::string ParentOf(const std::string& path);
  static std::string NameOf(const std::string& path);

 private:
  struct Event {
    enum Kind { kDeleted, kDirectory, kFile, kMoved } kind;
    std::string path, target;
  };
  FileType TypeBefore(std::string path, std::size_t count) const;

  std::vector<Event> events_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_FILES_PREVIEW_H_
