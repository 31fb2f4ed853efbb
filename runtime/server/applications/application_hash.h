#ifndef HPDL_RUNTIME_SERVER_APPLICATIONS_APPLICATION_HASH_H_
#define HPDL_RUNTIME_SERVER_APPLICATIONS_APPLICATION_HASH_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/ground/base/worker_threads.h"
#include "runtime/server/applications/application_place.h"
#include "runtime/world/files/file_system.h"

/// Hashes of applications: an application whose hash is unchanged is not compiled again. A hash
/// covers all files of the application. It is computed again at each submission, because Oozie also
/// reads a definition at each submission.
namespace hpdl::rt {

/// The limit of files in an application; an application with more files has no hash.
inline constexpr std::size_t kMostApplicationFiles = 20'000;

/// The error code of a missing application: its path does not exist, or is a directory without a
/// definition.
inline constexpr const char* kNoApplication = "E0504";

/// Caches the hash of each file. The key is the file's Identity, which changes with the file's
/// content. A file that was changed within the last seconds is read again: a second change may come
/// so soon that the file's time stays the same. Not thread-safe.
class KnownFiles {
 public:
  /// Returns the hash of a file as 64 hex digits. The error contains the reason that the operating
  /// system gave.
  Result<std::string> HashOf(const std::string& path, const StopFlag& stop);
  std::size_t size() const { return known_.size(); }

 private:
  /// Device, inode, size, time of the last content change, and time of the last inode change. Both
  /// times are in ns.
  using Identity =
      std::tuple<std::uint64_t, std::uint64_t, std::int64_t, std::int64_t, std::int64_t>;
  std::map<Identity, std::string> known_;
};

/// Returns the hash of an application on this machine, over the names and contents of its files,
/// and over the name of its definition. `path` is a folder with the file `definition`, or it is a
/// file that is the whole application, such as an archive. A job.properties beside the definition
/// is not part of the application. Returns "" for an application without a hash: it contains a
/// link to a directory or too many files, or its definition is no regular file. kNoApplication: the
/// application does not exist or cannot be read.
Result<std::string> HashLocalApplication(const std::string& path, std::string_view definition,
                                         KnownFiles* known, const StopFlag& stop);

/// Like HashLocalApplication(), but for a file system of Hadoop, over the names, sizes and times of
/// the files. Returns "" if the application has too many files. kNoApplication: the application
/// does not exist. Other errors are those of the file system.
Task<Result<std::string>> HashRemoteApplication(FileSystem& files, std::string path,
                                                std::string definition);

/// Returns the name of a workflow's definition if `path` is a definition whose folder belongs to
/// the application, as in Oozie. Returns "" if the path does not exist, is a directory or an
/// archive
/// (*.zip), or is in the root directory. NameOfRemoteDefinition() returns the errors of the file
/// system.
std::string NameOfLocalDefinition(const std::string& path);
Task<Result<std::string>> NameOfRemoteDefinition(FileSystem& files, std::string path);

/// Finds the file that defines a coordinator or a bundle. The file is the path itself or, if the
/// path is a directory, the file `name` in it. kNoApplication: there is no such file.
/// FindRemoteDefinition() also returns the errors of the file system.
Result<std::string> FindLocalDefinition(const std::string& path, std::string_view name);
Task<Result<std::string>> FindRemoteDefinition(FileSystem& files, std::string path,
                                               std::string_view name);

/// Returns the hash of a file that defines a coordinator or a bundle. The hash also covers the file
/// `beside` (the default properties) in the same folder if it exists. The application of a
/// coordinator or bundle consists of only these files. kNoApplication: there is no definition, or a
/// file cannot be read.
Result<std::string> HashLocalDefinition(const std::string& path, std::string_view beside,
                                        KnownFiles* known, const StopFlag& stop);
Task<Result<std::string>> HashRemoteDefinition(FileSystem& files, std::string path,
                                               std::string_view beside);

/// Returns the hash of a file in a file system of Hadoop, over its size and time. A missing file
/// has a hash, too. The errors are those of the file system.
Task<Result<std::string>> HashRemoteFile(FileSystem& files, std::string path);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_APPLICATIONS_APPLICATION_HASH_H_
