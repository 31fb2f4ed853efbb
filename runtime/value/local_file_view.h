#ifndef HPDL_RUNTIME_VALUE_LOCAL_FILE_VIEW_H_
#define HPDL_RUNTIME_VALUE_LOCAL_FILE_VIEW_H_

#include <string>
#include <vector>

#include "runtime/base/local_files.h"
#include "runtime/value/eval.h"

namespace hpdl::rt {

/// FileView over the files of this machine: absolute paths and file: URIs. Has no state.
class LocalFileView final : public FileView {
 public:
  bool Stat(const std::string& uri, FileInfo* info, std::string* error) override {
    std::string path;
    LocalFileInfo local;
    if (!LocalPath(uri, &path, error) || !StatLocal(path, &local, error)) {
      return false;
    }
    *info = {local.exists, local.directory, local.size, local.block_size};
    return true;
  }

  bool ExistsGlob(const std::string& uri_glob, bool* exists, std::string* error) override {
    std::string pattern;
    std::vector<std::string> paths;
    if (!LocalPath(uri_glob, &pattern, error) || !GlobLocal(pattern, &paths, error)) {
      return false;
    }
    *exists = !paths.empty();
    return true;
  }

  bool DirectorySize(const std::string& uri, std::int64_t* size, std::string* error) override {
    std::string path;
    return LocalPath(uri, &path, error) && LocalDirectorySize(path, size, error);
  }
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_VALUE_LOCAL_FILE_VIEW_H_
