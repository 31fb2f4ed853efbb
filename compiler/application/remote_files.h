#ifndef HPDL_COMPILER_APPLICATION_REMOTE_FILES_H_
#define HPDL_COMPILER_APPLICATION_REMOTE_FILES_H_

#include <cstdint>
#include <string>

#include "runtime/ground/value/local_file_view.h"

namespace hpdl::application {

/// Evaluates the functions fs:* and hdfs:* for local files and for HDFS. Each call waits for its
/// result.
class RemoteFileView final : public rt::FileView {
 public:
  rt::Result<rt::FileInfo> Stat(const std::string& uri) override;
  rt::Result<bool> ExistsGlob(const std::string& uri_glob) override;
  rt::Result<std::int64_t> DirectorySize(const std::string& uri) override;

 private:
  rt::LocalFileView local_;
};

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_REMOTE_FILES_H_
