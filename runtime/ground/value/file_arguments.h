#ifndef HPDL_RUNTIME_GROUND_VALUE_FILE_ARGUMENTS_H_
#define HPDL_RUNTIME_GROUND_VALUE_FILE_ARGUMENTS_H_

#include <string>

#include "runtime/ground/value/values.h"

/// The code that the functions fs:* and hdfs:* share. In fs:*, one argument names a file; in
/// hdfs:*, two arguments name it.
namespace hpdl::rt {

/// Leaves a message in `eval`: the file at `path` could not be checked, and `error` is the reason.
/// Returns 1.
inline std::int32_t FileFailure(hpdl_eval* eval, const std::string& path,
                                const std::string& error) {
  return eval->Fail("cannot check " + path + ": " + error);
}

template <class Question>
std::int32_t AskFile(hpdl_eval* eval, const std::string& path, Question question, hpdl_value* out) {
  if (eval->files == nullptr) {
    return FileFailure(eval, path, "the expression has no access to files");
  }
  const Result<FileInfo> info = eval->files->Stat(path);
  if (!info) {
    return FileFailure(eval, path, info.error().message);
  }
  *out = question(*info);
  return 0;
}

inline std::int32_t FileExists(hpdl_eval* eval, const std::string& path, hpdl_value* out) {
  if (eval->files == nullptr) {
    return FileFailure(eval, path, "the expression has no access to files");
  }
  const Result<bool> exists = eval->files->ExistsGlob(path);
  if (!exists) {
    return FileFailure(eval, path, exists.error().message);
  }
  *out = BooleanValue(*exists);
  return 0;
}

inline std::int32_t DirectorySize(hpdl_eval* eval, const std::string& path, hpdl_value* out) {
  if (eval->files == nullptr) {
    return FileFailure(eval, path, "the expression has no access to files");
  }
  const Result<std::int64_t> size = eval->files->DirectorySize(path);
  if (!size) {
    return FileFailure(eval, path, size.error().message);
  }
  *out = LongValue(*size);
  return 0;
}

inline hpdl_value IsDirectory(const FileInfo& info) {
  return BooleanValue(info.exists && info.directory);
}
inline hpdl_value SizeOfFile(const FileInfo& info) {
  return LongValue(info.exists && !info.directory ? info.size : -1);
}
inline hpdl_value BlockSizeOfFile(const FileInfo& info) {
  return LongValue(info.exists && !info.directory ? info.block_size : -1);
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_FILE_ARGUMENTS_H_
