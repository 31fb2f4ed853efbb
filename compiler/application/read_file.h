#ifndef HPDL_COMPILER_APPLICATION_READ_FILE_H_
#define HPDL_COMPILER_APPLICATION_READ_FILE_H_

#include <cstddef>
#include <string>

#include "compiler/base/failure.h"

namespace hpdl::application {

/// Returns the bytes of a regular file of up to 1 GiB. The error is `PATH: reason`.
Result<std::string> ReadFile(const std::string& path);

/// Returns the first `size` bytes of a regular file, or all its bytes if it is shorter.
Result<std::string> ReadBegin(const std::string& path, std::size_t size);

/// The most files and directories in one application or for one pattern.
inline constexpr std::size_t kMaxEntries = 100'000;

/// Returns the path without symbolic links, `.` and `..`, or "" if the path does not exist.
std::string Canonical(const std::string& path);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_READ_FILE_H_
