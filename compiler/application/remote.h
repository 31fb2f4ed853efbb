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

/// hdfs://, webhdfs:// or swebhdfs://
bool IsRemote(std::string_view path);

/// The bytes of a file of up to 1 GiB, here or in HDFS. The error is `PATH: reason`.
Result<std::string> ReadAnyFile(const std::string& path);

/// One URI's file system, with a loop of its own that runs while somebody waits for an answer.
/// But for Open(), errors are the reason alone.
class RemotePlace {
 public:
  /// The most bytes of a file that is read.
  static constexpr std::int64_t kMaxBytes = 1 << 30;

  /// Finds the file system of `uri` by the site and the configuration of Hadoop. The error is a
  /// sentence that names what is wrong.
  Result<void> Open(const std::string& uri);
  const std::string& path() const { return at_.path; }

  Result<rt::FileStatus> Status(const std::string& path);
  Result<std::string> Read(const std::string& path);
  /// Whether anything matches the path as a glob.
  Result<bool> Exists();
  Result<std::int64_t> DirectorySize();
  /// Full paths, sorted.
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
