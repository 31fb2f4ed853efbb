#include <string>

#include "runtime/ground/value/coerce.h"
#include "runtime/ground/value/file_arguments.h"
#include "stdlib/functions/fs/fs.fn.h"

using namespace hpdl::rt;  // the functions stand outside of any namespace

namespace {

std::string Path(hpdl_eval* eval, const hpdl_value* args) {
  return std::string(CoerceToString(eval, args[0]));
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
  return AskFile(eval, Path(eval, args), SizeOfFile, out);
}

std::int32_t hpdl_fn_fs_block_size(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return AskFile(eval, Path(eval, args), BlockSizeOfFile, out);
}
