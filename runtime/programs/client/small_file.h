#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_SMALL_FILE_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_SMALL_FILE_H_

#include <cstddef>
#include <optional>
#include <string>

namespace hpdl::client {

/// Returns the bytes of a regular file. Returns nullopt and sets errno if the file is not regular,
/// is larger than `most` bytes, or cannot be read.
std::optional<std::string> ReadSmallFile(const std::string& path, std::size_t most);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_SMALL_FILE_H_
