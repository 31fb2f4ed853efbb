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

/// Codes of the kError errors of a FileSystem. Its other kError errors have no code.
inline constexpr const char* kNotFound = "NOT_FOUND";
inline constexpr const char* kExists = "EXISTS";

struct FileStatus {
  FileType type = FileType::kAbsent;
  std::int64_t size = 0;         ///< bytes
  std::int64_t block_size = 0;   ///< bytes
  std::int64_t modified_ms = 0;  ///< milliseconds since 1970; 0: unknown
};

/// An entry of a directory.
struct DirectoryEntry {
  std::string name;
  FileStatus status;
};

/// Some consecutive entries of a directory, sorted by name.
struct DirectoryPart {
  std::vector<DirectoryEntry> entries;
  bool more = false;  ///< the directory has more entries after the last of `entries`
};

/// A block of a file. `hosts` has the machines that hold the block, by the names that the file
/// system gives them.
struct FileBlock {
  std::int64_t offset = 0;  ///< bytes, from the start of the file
  std::int64_t length = 0;
  std::vector<std::string> hosts;
};

/// The change that chmod or chgrp makes.
struct OwnershipChange {
  std::optional<mode_t> mode;
  std::string group;       ///< "": the group stays
  bool dir_files = false;  ///< also change the direct entries of a directory
  bool recursive = false;  ///< also change everything below a directory, if dir_files is true
};

/// One file system. Paths are absolute and normalised. A kError holds the message of the file
/// system; the caller adds a code. A kTransient or kNonTransient error (for example, the name node
/// is down or in safe mode) has its own code. Used on the loop thread. A FileSystem lives as long
/// as the FileSystems object that opened it.
class FileSystem {
 public:
  virtual ~FileSystem() = default;
  /// Returns the name, such as "hdfs://nn:8020"; "" for the files of this machine.
  virtual const std::string& name() const = 0;
  /// Returns the directory where relative paths start.
  virtual std::string Home() const = 0;
  /// Returns false if it is certain that there is no such group.
  virtual bool KnowsGroup(const std::string& group) const = 0;
  /// Returns the status of a path. A missing path is not an error.
  virtual Task<Result<FileStatus>> Status(std::string path) = 0;
  /// Returns the paths that match the pattern, sorted. Returns at most `most` + 1 paths.
  virtual Task<Result<std::vector<std::string>>> Glob(std::string pattern, std::size_t most) = 0;
  /// Returns all entries of a directory, hidden files too, sorted by the bytes of their names. For
  /// a file it returns one entry without a name. Returns error kNotFound if the path is missing.
  /// Some file systems support neither this function nor EntriesAfter().
  virtual Task<Result<std::vector<DirectoryEntry>>> Entries(std::string path);
  /// Returns one part of a directory's entries; the size of a part is limited. The part begins
  /// after the name `after`, which need not exist; "" gives the first part.
  virtual Task<Result<DirectoryPart>> EntriesAfter(std::string path, std::string after);
  /// Returns the blocks of a file in their order. An empty file has no blocks.
  virtual Task<Result<std::vector<FileBlock>>> Blocks(std::string path);
  /// Returns the total size, in bytes, of the files directly in a directory; -1 if the path is not
  /// a directory.
  virtual Task<Result<std::int64_t>> DirectorySize(std::string path) = 0;
  /// Makes a directory and the missing directories above it. An existing directory is not an error.
  virtual Task<Result<void>> MakeDirectories(std::string path) = 0;
  /// Deletes a path with everything in it. A missing path is not an error.
  virtual Task<Result<void>> Delete(std::string path) = 0;
  /// Moves `source` to `target`. Returns error kExists if the target exists, even as a directory;
  /// kNotFound if the source or the target's parent does not exist.
  virtual Task<Result<void>> Rename(std::string source, std::string target) = 0;
  /// Like Rename(), but a file takes the place of a file at `target`, in one step. Only
  /// LocalFiles() supports this function.
  virtual Task<Result<void>> Replace(std::string source, std::string target);
  /// Makes an empty file and the directories above it, or sets the times of an existing file to the
  /// present time.
  virtual Task<Result<void>> Touch(std::string path) = 0;
  virtual Task<Result<void>> Change(std::string path, OwnershipChange change) = 0;
  /// Sets the number of replicas of a file.
  virtual Task<Result<void>> SetReplication(std::string path, std::int16_t factor) = 0;
  /// Makes the changes of `path` durable, and the changes below it down to `depth`. A directory
  /// changes when its list of entries changes. A missing path is not an error. Does nothing if
  /// changes are durable as soon as the file system answers, which is true for Hadoop.
  virtual Task<Result<void>> Sync(std::string path, SyncDepth depth);
  /// Returns the content of a file that has at most `limit` bytes.
  virtual Task<Result<std::string>> Read(std::string path, std::int64_t limit) = 0;
  /// Copies a file of at most `limit` bytes to `target` on this machine, with mode 0600. The target
  /// is complete or absent. Returns error kNotFound if the file is missing. If the file system can
  /// send a file in pieces, the whole file is never in memory.
  virtual Task<Result<void>> Fetch(std::string path, std::string target, std::int64_t limit);
  /// Copies a file of this machine to `path` and replaces an existing file. Does not hold the whole
  /// file in memory. An interrupted copy leaves an incomplete file at `path`. Some file systems do
  /// not support this function.
  virtual Task<Result<void>> Upload(std::string source, std::string path);
};

/// Returns the files of this machine. Long work is done on another thread. When the task is
/// cancelled, this work stops between two files.
FileSystem& LocalFiles();

/// The file systems of Hadoop that a program can reach.
class FileSystems {
 public:
  virtual ~FileSystems() = default;
  /// Returns fs.defaultFS of the Hadoop configuration; "" if it is not set.
  virtual Result<std::string> Default() = 0;
  /// Returns the file system of `uri` (hdfs, webhdfs or swebhdfs, with an authority) for requests
  /// of `user`. Returns error kNonTransient "E0904" if no address of the file system is known; the
  /// message names the missing key.
  virtual Result<FileSystem*> Open(std::string_view uri, const std::string& user) = 0;
  /// Returns a property of the Hadoop configuration for `server`, a name node or resource manager
  /// "host:port" with or without a scheme. If that configuration lacks the property, returns it
  /// from the configuration for all servers; "" if both lack it. Fails with kNonTransient "E0902"
  /// if a configuration cannot be read.
  virtual Result<std::string> Property(std::string_view /*server*/, const std::string& /*name*/) {
    return std::string();
  }
};

/// True for a scheme of Hadoop. Only a FileSystems can reach paths with this scheme.
bool IsHadoopScheme(std::string_view scheme);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_FILES_FILE_SYSTEM_H_
