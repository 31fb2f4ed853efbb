#ifndef HPDL_COMPILER_DRIVER_REMOTE_H_
#define HPDL_COMPILER_DRIVER_REMOTE_H_

#include <string>
#include <string_view>

#include "compiler/driver/application.h"
#include "runtime/value/local_file_view.h"

/// Applications and property files in HDFS. They are read into memory.
namespace hpdl::driver {

/// hdfs://, webhdfs:// or swebhdfs://
bool IsRemote(std::string_view path);

/// The bytes of a file of up to 1 GiB, here or in HDFS. False with `PATH: reason` in `error`.
bool ReadAnyFile(const std::string& path, std::string* bytes, std::string* error);

/// LoadApplication() of a definition, or of a directory with workflow.xml, in HDFS. Archives are
/// refused.
bool LoadRemoteApplication(const std::string& path, Application* application, std::string* error);

/// What fs:* and hdfs:* ask of files of this machine and of HDFS. Waits for the answers.
class RemoteFileView final : public rt::FileView {
 public:
  bool Stat(const std::string& uri, rt::FileInfo* info, std::string* error) override;
  bool ExistsGlob(const std::string& uri_glob, bool* exists, std::string* error) override;
  bool DirectorySize(const std::string& uri, std::int64_t* size, std::string* error) override;

 private:
  rt::LocalFileView local_;
};

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_REMOTE_H_
