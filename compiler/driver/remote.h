#ifndef HPDL_COMPILER_DRIVER_REMOTE_H_
#define HPDL_COMPILER_DRIVER_REMOTE_H_

#include <string>
#include <string_view>

#include "compiler/driver/application.h"

/// Applications and property files in HDFS. They are read into memory.
namespace hpdl::driver {

/// hdfs://, webhdfs:// or swebhdfs://
bool IsRemote(std::string_view path);

/// The bytes of a file of up to 1 GiB, here or in HDFS. False with `PATH: reason` in `error`.
bool ReadAnyFile(const std::string& path, std::string* bytes, std::string* error);

/// LoadApplication() of a definition, or of a directory with workflow.xml, in HDFS. Archives are
/// refused.
bool LoadRemoteApplication(const std::string& path, Application* application, std::string* error);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_REMOTE_H_
