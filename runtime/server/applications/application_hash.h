#ifndef HPDL_RUNTIME_SERVER_APPLICATIONS_APPLICATION_HASH_H_
#define HPDL_RUNTIME_SERVER_APPLICATIONS_APPLICATION_HASH_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
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

/// The limits on the files of one application.
struct ApplicationLimits {
  std::int64_t files = 100'000;                ///< the maximum number of files and folders
  std::int64_t bytes = std::int64_t{2} << 30;  ///< the maximum size of all files together
};

/// The error code of a missing application: its path does not exist, or is a directory without a
/// definition.
inline constexpr const char* kNoApplication = "E0504";

/// The error code of an application over the limits, and of an application that cannot be read.
inline constexpr const char* kUnreadableApplication = "E0710";
/// Returns the error kUnreadableApplication.
Error UnreadableApplication(std::string_view why);

/// Caches the hash of each file. The key is the file's identity, which changes with the file's
/// content. Any thread may use it.
class KnownFiles {
 public:
  /// Device, inode, size, time of the last content change, and time of the last inode change. Both
  /// times are in ns.
  using Identity =
      std::tuple<std::uint64_t, std::uint64_t, std::int64_t, std::int64_t, std::int64_t>;
  /// Returns the hash of a file as 64 hex digits; "": the hash is not known.
  std::string Find(const Identity& identity) const;
  void Put(const Identity& identity, std::string hash);
  std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::map<Identity, std::string> known_;
};

/// Computes a hash over files of this machine. It works in short steps, so that many hashes take
/// turns on few threads, and the caller can give up between two steps. It looks at the sizes of all
/// files before it reads the first file. One thread at a time may use it.
class LocalHash {
 public:
  /// A hash of an application, over the names, modes and contents of its files, and over the name
  /// of its definition. `path` is a folder with the file `definition`, or it is a file that is the
  /// whole application, such as an archive. A job.properties beside the definition is not part of
  /// the application.
  static std::unique_ptr<LocalHash> OfApplication(std::shared_ptr<KnownFiles> known,
                                                  const ApplicationLimits& limits, std::string path,
                                                  std::string definition);
  /// A hash of a file that defines a coordinator or a bundle, and of the file `beside` (the default
  /// properties) in the same folder if it exists. The application of a coordinator or bundle
  /// consists of only these files.
  static std::unique_ptr<LocalHash> OfDefinition(std::shared_ptr<KnownFiles> known,
                                                 const ApplicationLimits& limits, std::string path,
                                                 std::string_view beside);
  static std::unique_ptr<LocalHash> OfFile(std::shared_ptr<KnownFiles> known,
                                           const ApplicationLimits& limits, std::string path);
  ~LocalHash();
  LocalHash(const LocalHash&) = delete;
  LocalHash& operator=(const LocalHash&) = delete;

  /// Works for about 50 ms. Returns true if the hash is complete. kNoApplication: a needed file
  /// does not exist or cannot be read. kUnreadableApplication: the files exceed the limits, or
  /// `stop` became true. After an error there is no hash. Blocks.
  Result<bool> Step(const StopFlag& stop);
  /// Returns the complete hash as 64 hex digits. May be called only once. Returns "" for files
  /// without a hash: there is a link to a directory, or a needed file is not a regular file.
  std::string Hex();

 private:
  struct State;
  explicit LocalHash(std::unique_ptr<State> state);
  const std::unique_ptr<State> state_;
};

/// Returns the hash of an application in a file system of Hadoop, over the names, sizes and times
/// of the files. kNoApplication: the application does not exist. kUnreadableApplication: there are
/// too many files; their sizes have no limit. Other errors are those of the file system.
Task<Result<std::string>> HashRemoteApplication(FileSystem& files, ApplicationLimits limits,
                                                std::string path, std::string definition);

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

/// Like LocalHash::OfDefinition(), but for a file system of Hadoop, over the sizes and times of the
/// files. kNoApplication: there is no definition. Other errors are those of the file system.
Task<Result<std::string>> HashRemoteDefinition(FileSystem& files, std::string path,
                                               std::string_view beside);

/// Returns the hash of a file in a file system of Hadoop, over its size and time. A missing file
/// has a hash, too. The errors are those of the file system.
Task<Result<std::string>> HashRemoteFile(FileSystem& files, std::string path);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_APPLICATIONS_APPLICATION_HASH_H_
