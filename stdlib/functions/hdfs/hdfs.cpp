#include <string>

#include "runtime/ground/value/coerce.h"
#include "runtime/ground/value/file_arguments.h"
#include "stdlib/functions/hdfs/hdfs.fn.h"

using namespace hpdl::rt;  // the hpdl_fn_ functions below are in no namespace

namespace {

/// Joins the file system's URI and an absolute path in this file system to one URI.
std::string Path(hpdl_eval* eval, const hpdl_value* args) {
  std::string uri(CoerceToString(eval, args[0]));
  const std::string path(CoerceToString(eval, args[1]));
  while (!uri.empty() && uri.back() == '/' && path.starts_with('/') && !uri.ends_with("//")) {
    uri.pop_back();
  }
  return uri + path;
}

}  // namespace

std::int32_t hpdl_fn_hdfs_exists(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return FileExists(eval, Path(eval, args), out);
}

std::int32_t hpdl_fn_hdfs_is_dir(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return AskFile(eval, Path(eval, args), IsDirectory, out);
}

std::int32_t hpdl_fn_hdfs_dir_size(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return DirectorySize(eval, Path(eval, args), out);
}

std::int32_t hpdl_fn_hdfs_file_size(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return AskFile(eval, Path(eval, args), SizeOfFile, out);
}

std::int32_t hpdl_fn_hdfs_block_size(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return AskFile(eval, Path(eval, args), BlockSizeOfFile, out);
}

std::int32_t hpdl_fn_hdfs_size(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  const std::string path(CoerceToString(eval, args[0]));
  hpdl_value directory{};
  if (AskFile(eval, path, IsDirectory, &directory) != 0) {
    return 1;
  }
  return directory.as.i != 0 ? DirectorySize(eval, path, out)
                             : AskFile(eval, path, SizeOfFile, out);
}
