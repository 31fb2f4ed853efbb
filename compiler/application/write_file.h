#ifndef HPDL_COMPILER_APPLICATION_WRITE_FILE_H_
#define HPDL_COMPILER_APPLICATION_WRITE_FILE_H_

#include <string>
#include <string_view>

namespace hpdl::application {

/// Names of files that ReplaceFile() is writing begin so. One that was interrupted leaves its own.
inline constexpr std::string_view kUnfinishedPrefix = ".hpdlc.";

/// Replaces the content of an existing file in one step: a reader sees the old bytes or the new
/// ones, and a crash leaves one of the two. The mode stays, a symbolic link stays one. False with
/// one sentence in `error`; the file is then as it was.
bool ReplaceFile(const std::string& path, const std::string& bytes, std::string* error);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_WRITE_FILE_H_
