#include <string>

#include "runtime/ground/value/coerce.h"
#include "runtime/ground/value/file_arguments.h"
#include "stdlib/functions/fs/fs.fn.h"

using namespace hpdl::rt;  // the hpdl_fn_ functions below are in no namespace

namespace {

/// Returns the path without slashes at its end, as Hadoop's Path has it. The root keeps its slash.
std::string Path(hpdl_eval* eval, const hpdl_value* args) {
  std::string path(CoerceToString(eval, args[0]));
  const std::size_t scheme = path.find("://");
  const std::size_t root = path.find('/', scheme == std::string::npos ? 0 : scheme + 3);
  while (root != std::string::npos && path.size() > root + 1 && path.ends_with('/')) {
    path.pop_back();
  }
  return path;
}

/// Returns the length that the file system gives for a path, even for a directory. Returns -1 if
/// the path does not exist.
hpdl_value LengthOf(const FileInfo& info) {
  return LongValue(info.exists ? info.size : -1);
}

}  // namespace

std::int32_t hpdl_fn_fs_exists(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return FileExists(eval, Path(eval, args), out);
}

std::int32_t hpdl_fn_fs_is_dir(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return AskFile(eval, Path(eval, args), IsDirectory, out);
}

std::int32_t hpdl_fn_fs_dir_size(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return DirectorySize(eval, Path(eval, args), out);
}

std::int32_t hpdl_fn_fs_file_size(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return AskFile(eval, Path(eval, args), LengthOf, out);
}

std::int32_t hpdl_fn_fs_block_size(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return AskFile(eval, Path(eval, args), BlockSizeOfFile, out);
}
