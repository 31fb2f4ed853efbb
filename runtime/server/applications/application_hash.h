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

/// What an application is now, so that one which has been compiled is not compiled again: a hash
/// over all its files. It is made anew at each submission, as Oozie reads a definition at each.
namespace hpdl::rt {

/// The most files of an application that are looked at.
inline constexpr std::size_t kMostApplicationFiles = 20'000;

/// The code of an application that is not there: nothing is, or a directory without its definition.
inline constexpr const char* kNoApplication = "E0504";

/// Hashes of the content of files, by what changes with it. A file that was changed within the last
/// seconds is read again: its time may be the same after one more change. Not for several threads
/// at once.
class KnownFiles {
 public:
  /// 64 hex digits. An error is the system's reason.
  Result<std::string> HashOf(const std::string& path, const StopFlag& stop);
  std::size_t size() const { return known_.size(); }

 private:
  /// Device, inode, size, and the times of the last change of content and of the inode, ns.
  using Identity =
      std::tuple<std::uint64_t, std::uint64_t, std::int64_t, std::int64_t, std::int64_t>;
  std::map<Identity, std::string> known_;
};

/// Of an application on this machine: names and content of its files; a job.properties beside
/// the definition is not part of it. "": it has what must be looked at by the compiler (links to
/// directories, devices, too many files). kNoApplication, also if it cannot be
/// read.
Result<std::string> HashLocalApplication(const std::string& path, KnownFiles* known,
                                         const StopFlag& stop);

/// Of one in a file system of Hadoop: names, sizes and times, which change when a file does.
/// kNoApplication; what the file system says else.
Task<Result<std::string>> HashRemoteApplication(FileSystem& files, std::string path);

/// The file that defines a coordinator or a bundle: the path itself, or the file of that name in it
/// if it is a directory. Errors as above.
Result<std::string> FindLocalDefinition(const std::string& path, std::string_view name);
Task<Result<std::string>> FindRemoteDefinition(FileSystem& files, std::string path,
                                               std::string_view name);

/// Of such a file and of the one of the name `beside` in its folder, if that is there: a
/// coordinator has nothing else of its own. Errors as above.
Result<std::string> HashLocalDefinition(const std::string& path, std::string_view beside,
                                        KnownFiles* known, const StopFlag& stop);
Task<Result<std::string>> HashRemoteDefinition(FileSystem& files, std::string path,
                                               std::string_view beside);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_APPLICATIONS_APPLICATION_HASH_H_
