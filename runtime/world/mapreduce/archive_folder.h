#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_ARCHIVE_FOLDER_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_ARCHIVE_FOLDER_H_

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::mapreduce {

/// The folder that an archive is unpacked into. Names are those of entries: relative, and never
/// followed through a link that an earlier entry has made. Errors begin with the name.
class ArchiveFolder {
 public:
  /// Makes the folder if it is not there.
  static Result<std::unique_ptr<ArchiveFolder>> Open(const std::string& path);
  ~ArchiveFolder();
  ArchiveFolder(const ArchiveFolder&) = delete;
  ArchiveFolder& operator=(const ArchiveFolder&) = delete;

  /// Puts the next bytes into a buffer and says how many they are; 0 at the end.
  using NextBytes = std::function<Result<std::size_t>(char* to, std::size_t size)>;
  Result<void> AddFile(const std::string& name, bool executable, const NextBytes& next);
  Result<void> AddDirectory(const std::string& name);
  /// A symbolic link; the target is relative to the entry's own directory. It is written without
  /// ".." behind a name, so that no link leads out by way of another.
  Result<void> AddLink(const std::string& name, const std::string& target);
  /// Another name for an earlier entry; of a symbolic link a link to the same, if that is inside.
  Result<void> AddName(const std::string& name, const std::string& earlier);

 private:
  explicit ArchiveFolder(int fd) : fd_(fd) {}
  Result<int> Descend(const std::string& name, std::string_view path);

  int fd_;
};

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_ARCHIVE_FOLDER_H_
