#ifndef HPDL_RUNTIME_VALUE_FILE_ARGUMENTS_H_
#define HPDL_RUNTIME_VALUE_FILE_ARGUMENTS_H_

#include <string>

#include "runtime/value/values.h"

/// What fs:* and hdfs:* share: the same questions, asked with one argument and with two.
namespace hpdl::rt {

/// Leaves a message: there is no file system here, or it could not tell.
inline std::int32_t FileFailure(hpdl_eval* eval, const std::string& path,
                                const std::string& error) {
  return eval->Fail("cannot look at " + path + ": " + error);
}

template <class Question>
std::int32_t AskFile(hpdl_eval* eval, const std::string& path, Question question, hpdl_value* out) {
  if (eval->files == nullptr) {
    return FileFailure(eval, path, "no file system is available here");
  }
  FileInfo info;
  std::string error;
  if (!eval->files->Stat(path, &info, &error)) {
    return FileFailure(eval, path, error);
  }
  *out = question(info);
  return 0;
}

inline std::int32_t FileExists(hpdl_eval* eval, const std::string& path, hpdl_value* out) {
  if (eval->files == nullptr) {
    return FileFailure(eval, path, "no file system is available here");
  }
  bool exists = false;
  std::string error;
  if (!eval->files->ExistsGlob(path, &exists, &error)) {
    return FileFailure(eval, path, error);
  }
  *out = BooleanValue(exists);
  return 0;
}

inline std::int32_t DirectorySize(hpdl_eval* eval, const std::string& path, hpdl_value* out) {
  if (eval->files == nullptr) {
    return FileFailure(eval, path, "no file system is available here");
  }
  std::int64_t size = 0;
  std::string error;
  if (!eval->files->DirectorySize(path, &size, &error)) {
    return FileFailure(eval, path, error);
  }
  *out = LongValue(size);
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

#endif  // HPDL_RUNTIME_VALUE_FILE_ARGUMENTS_H_
