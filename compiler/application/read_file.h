#ifndef HPDL_COMPILER_APPLICATION_READ_FILE_H_
#define HPDL_COMPILER_APPLICATION_READ_FILE_H_

#include <string>

namespace hpdl::application {

/// The bytes of a regular file of up to 1 GiB. False with `PATH: reason` in `error`.
bool ReadFile(const std::string& path, std::string* bytes, std::string* error);

/// The path without symbolic links, `.` and `..`; empty if it does not exist.
std::string Canonical(const std::string& path);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_READ_FILE_H_
