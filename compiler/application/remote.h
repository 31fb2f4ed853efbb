#ifndef HPDL_COMPILER_APPLICATION_REMOTE_H_
#define HPDL_COMPILER_APPLICATION_REMOTE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/files/await.h"
#include "runtime/files/resolve_path.h"
#include "runtime/hadoop/hadoop.h"
#include "runtime/site/site.h"

namespace hpdl::application {

/// hdfs://, webhdfs:// or swebhdfs://
bool IsRemote(std::string_view path);

/// The bytes of a file of up to 1 GiB, here or in HDFS. False with `PATH: reason` in `error`.
bool ReadAnyFile(const std::string& path, std::string* bytes, std::string* error);

/// One URI's file system, with a loop of its own that runs while somebody waits for an answer.
/// Errors are `PATH: reason`.
class RemotePlace {
 public:
  /// The most bytes of a file that is read.
  static constexpr std::int64_t kMaxBytes = 1 << 30;

  /// Finds the file system of `uri` by the site and the configuration of Hadoop.
  bool Open(const std::string& uri, std::string* error);
  const std::string& path() const { return at_.path; }

  bool Status(const std::string& path, rt::FileStatus* status, std::string* error);
  bool Read(const std::string& path, std::string* bytes, std::string* error);
  /// Whether anything matches the path as a glob.
  bool Exists(bool* exists, std::string* error);
  bool DirectorySize(std::int64_t* size, std::string* error);
  /// Full paths, sorted.
  bool List(const std::string& directory, std::vector<std::string>* paths, std::string* error);

 private:
  boost::asio::io_context loop_{1};
  rt::Site site_;
  std::unique_ptr<rt::Network> network_;
  std::unique_ptr<rt::FileSystems> systems_;
  rt::FileLocation at_;
};

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_REMOTE_H_
