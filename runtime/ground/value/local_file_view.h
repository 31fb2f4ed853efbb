#ifndef HPDL_RUNTIME_GROUND_VALUE_LOCAL_FILE_VIEW_H_
#define HPDL_RUNTIME_GROUND_VALUE_LOCAL_FILE_VIEW_H_

#include <string>
#include <vector>

#include "runtime/ground/base/local_files.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// A FileView of the files on this machine. It takes absolute paths and file: URIs, and has no
/// state.
class LocalFileView final : public FileView {
 public:
  Result<FileInfo> Stat(const std::string& uri) override {
    const Result<std::string> path = LocalPath(uri);
    HPDL_TRY(path);
    const Result<LocalFileInfo> local = StatLocal(*path);
    HPDL_TRY(local);
    return FileInfo{local->exists, local->directory, local->size, local->block_size};
  }

  Result<bool> ExistsGlob(const std::string& uri_glob) override {
    const Result<std::string> pattern = LocalPath(uri_glob);
    HPDL_TRY(pattern);
    const Result<std::vector<std::string>> paths = GlobLocal(*pattern);
    HPDL_TRY(paths);
    return !paths->empty();
  }

  Result<std::int64_t> DirectorySize(const std::string& uri) override {
    const Result<std::string> path = LocalPath(uri);
    HPDL_TRY(path);
    return LocalDirectorySize(*path);
  }
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_LOCAL_FILE_VIEW_H_
