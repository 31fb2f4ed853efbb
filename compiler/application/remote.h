#ifndef HPDL_COMPILER_APPLICATION_REMOTE_H_
#define HPDL_COMPILER_APPLICATION_REMOTE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/failure.h"
#include "runtime/world/files/await.h"
#include "runtime/world/files/resolve_path.h"
#include "runtime/world/hadoop/hadoop.h"
#include "runtime/world/site/site.h"

namespace hpdl::application {

/// True for paths with hdfs://, webhdfs:// or swebhdfs://.
bool IsRemote(std::string_view path);

/// Returns the bytes of a file of up to 1 GiB, local or in HDFS. The error is `PATH: reason`.
Result<std::string> ReadAnyFile(const std::string& path);

/// The file system of one URI. It has its own event loop, which runs while a call waits for an
/// answer. The error of Open() is a sentence. Every other error is only the reason, without the
/// path.
class RemotePlace {
 public:
  /// The largest size in bytes of a file that can be read.
  static constexpr std::int64_t kMaxBytes = 1 << 30;

  /// Finds the file system of `uri` in the site file and the Hadoop configuration. A `uri` without
  /// a scheme is a path in `file_system`, such as "hdfs://nn", or in the default file system if
  /// `file_system` is "". Refuses a file system that is not in the site's list of name nodes. The
  /// error is one sentence that names the problem.
  Result<void> Open(const std::string& uri, const std::string& file_system = "");
  const std::string& path() const { return at_.path; }
  /// Returns the name of the file system, such as "hdfs://nn"; "" if `uri` means a path of this
  /// machine.
  const std::string& file_system() const { return at_.files->name(); }

  Result<rt::FileStatus> Status(const std::string& path);
  Result<std::string> Read(const std::string& path);
  /// True if any file or directory matches path(), which may contain wildcards.
  Result<bool> Exists();
  Result<std::int64_t> DirectorySize();
  /// Returns the full paths of all files and directories in the directory, sorted.
  Result<std::vector<std::string>> List(const std::string& directory);

 private:
  boost::asio::io_context loop_{1};
  rt::Site site_;
  std::unique_ptr<rt::Network> network_;
  std::unique_ptr<rt::FileSystems> systems_;
  rt::FileLocation at_;
};

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_REMOTE_H_
