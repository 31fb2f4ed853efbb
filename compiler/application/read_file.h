#ifndef HPDL_COMPILER_APPLICATION_READ_FILE_H_
#define HPDL_COMPILER_APPLICATION_READ_FILE_H_

#include <cstddef>
#include <string>

#include "compiler/base/failure.h"

namespace hpdl::application {

/// The bytes of a regular file of up to 1 GiB. The error is `PATH: reason`.
Result<std::string> ReadFile(const std::string& path);

/// Its first bytes, `size` of them or as many as it has.
Result<std::string> ReadBegin(const std::string& path, std::size_t size);

/// Files and directories of one application, or that one pattern names.
inline constexpr std::size_t kMaxEntries = 100'000;

/// The path without symbolic links, `.` and `..`; empty if it does not exist.
std::string Canonical(const std::string& path);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_READ_FILE_H_
