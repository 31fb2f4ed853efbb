#ifndef HPDL_RUNTIME_WORLD_FILES_FILE_SYSTEM_H_
#define HPDL_RUNTIME_WORLD_FILES_FILE_SYSTEM_H_

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/world/files/file_operations.h"

namespace hpdl::rt {

/// Codes of the errors below, of class kError. Other errors have no code.
inline constexpr const char* kNotFound = "NOT_FOUND";
inline constexpr const char* kExists = "EXISTS";

struct FileStatus {
  FileType type = FileType::kAbsent;
  std::int64_t size = 0;         ///< bytes
  std::int64_t block_size = 0;   ///< bytes
  std::int64_t modified_ms = 0;  ///< 0 where the file system does not say
};

/// What is in a directory.
struct DirectoryEntry {
  std::string name;
  FileStatus status;
};

/// A part of a directory in the order of names.
struct DirectoryPart {
  std::vector<DirectoryEntry> entries;
  bool more = false;  ///< the next part begins behind the last entry
};

/// A block of a file, and the machines that have it, as the file system names them.
struct FileBlock {
  std::int64_t offset = 0;  ///< in the file, bytes
  std::int64_t length = 0;
  std::vector<std::string> hosts;
};

/// What chmod or chgrp asks for.
struct OwnershipChange {
  std::optional<mode_t> mode;
  std::string group;       ///< empty: stays
  bool dir_files = false;  ///< what is directly in a directory changes too
  bool recursive = false;  ///< all below it, if dir_files
};

/// One file system. Paths are absolute and normalised. Errors: kError with what the file system
/// says, for the caller to give a code to; kTransient and kNonTransient (name node down, in safe
/// mode ...) with a code of their own. Used on the loop; lives as long as its FileSystems.
class FileSystem {
 public:
  virtual ~FileSystem() = default;
  /// "hdfs://nn:8020"; "" for the files of this machine.
  virtual const std::string& name() const = 0;
  /// Where relative paths start.
  virtual std::string Home() const = 0;
  /// Whether files could belong to that group.
  virtual bool KnowsGroup(const std::string& group) const = 0;
  /// What is not there is no error.
  virtual Task<Result<FileStatus>> Status(std::string path) = 0;
  /// The paths that match, sorted; up to one more than `most`.
  virtual Task<Result<std::vector<std::string>>> Glob(std::string pattern, std::size_t most) = 0;
  /// Everything in a directory, hidden files too, sorted by name bytewise; of a file its own entry
  /// without a name. kNotFound. Only where the file system can, as the next one.
  virtual Task<Result<std::vector<DirectoryEntry>>> Entries(std::string path);
  /// The same in parts of bounded size: the one behind the name `after`, which need not be there;
  /// "" for the first.
  virtual Task<Result<DirectoryPart>> EntriesAfter(std::string path, std::string after);
  /// The blocks of a file in their order; none of an empty one.
  virtual Task<Result<std::vector<FileBlock>>> Blocks(std::string path);
  /// Bytes of the files directly in a directory; -1 if it is none.
  virtual Task<Result<std::int64_t>> DirectorySize(std::string path) = 0;
  /// With what is missing above it. One that is there is fine.
  virtual Task<Result<void>> MakeDirectories(std::string path) = 0;
  /// With all that is in it. What is not there is fine.
  virtual Task<Result<void>> Delete(std::string path) = 0;
  /// kExists if the target is there, even as a directory; kNotFound if the source or the target's
  /// parent is not.
  virtual Task<Result<void>> Rename(std::string source, std::string target) = 0;
  /// Makes an empty file, with the directories above it, or sets the time of one.
  virtual Task<Result<void>> Touch(std::string path) = 0;
  virtual Task<Result<void>> Change(std::string path, OwnershipChange change) = 0;
  /// Of a file.
  virtual Task<Result<void>> SetReplication(std::string path, std::int16_t factor) = 0;
  /// Makes durable what was done at `path` and, as far as `depth` says, below it: of a directory
  /// which files it has. What is not there is fine. Nothing to do where changes are durable when
  /// they are answered, as Hadoop's are.
  virtual Task<Result<void>> Sync(std::string path, SyncDepth depth);
  /// The content of a file of at most `limit` bytes.
  virtual Task<Result<std::string>> Read(std::string path, std::int64_t limit) = 0;
  /// Copies a file of at most `limit` bytes to `target` on this machine, mode 0600, which is whole
  /// or not there. kNotFound. Without memory for all of it where the file system can.
  virtual Task<Result<void>> Fetch(std::string path, std::string target, std::int64_t limit);
  /// Copies a file of this machine to `path`, over a file that is there, without memory for all of
  /// it. What a broken copy leaves at `path` is not whole. Only where the file system can.
  virtual Task<Result<void>> Upload(std::string source, std::string path);
};

/// The files of this machine. What may take long is done on another thread, and stops between two
/// files when the task is cancelled.
FileSystem& LocalFiles();

/// The file systems of Hadoop that a program can reach.
class FileSystems {
 public:
  virtual ~FileSystems() = default;
  /// fs.defaultFS of the Hadoop configuration; "" if there is none.
  virtual Result<std::string> Default() = 0;
  /// The one that `uri` (hdfs, webhdfs, swebhdfs, with authority) is on, for requests of `user`.
  /// kNonTransient "E0904" if no address of it is known; the message says which key is missing.
  virtual Result<FileSystem*> Open(std::string_view uri, const std::string& user) = 0;
};

/// Whether only FileSystems can reach a path of this scheme.
bool IsHadoopScheme(std::string_view scheme);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_FILES_FILE_SYSTEM_H_
