#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_ARCHIVE_FOLDER_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_ARCHIVE_FOLDER_H_

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::mapreduce {

/// The folder that an archive is unpacked into. A name is the relative path of an archive entry;
/// the class never follows a link that an earlier entry made. Error messages begin with the entry's
/// name.
class ArchiveFolder {
 public:
  /// Opens the folder; makes it if it does not exist.
  static Result<std::unique_ptr<ArchiveFolder>> Open(const std::string& path);
  ~ArchiveFolder();
  ArchiveFolder(const ArchiveFolder&) = delete;
  ArchiveFolder& operator=(const ArchiveFolder&) = delete;

  /// Puts up to `size` bytes of the content into `to` and returns their number; 0 at the end of the
  /// content.
  using NextBytes = std::function<Result<std::size_t>(char* to, std::size_t size)>;
  Result<void> AddFile(const std::string& name, bool executable, const NextBytes& next);
  Result<void> AddDirectory(const std::string& name);
  /// Makes a symbolic link. `target` is relative to the entry's own directory. The written target
  /// has no ".." after a name, so no link can lead out of the folder through a second link.
  Result<void> AddLink(const std::string& name, const std::string& target);
  /// Makes a hard link `name` to an earlier entry. If the earlier entry is a symbolic link, makes a
  /// symbolic link with the same target instead. A target outside of the folder is refused.
  Result<void> AddName(const std::string& name, const std::string& earlier);

 private:
  explicit ArchiveFolder(int fd) : fd_(fd) {}
  Result<int> Descend(const std::string& name, std::string_view path);

  int fd_;
};

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_ARCHIVE_FOLDER_H_
