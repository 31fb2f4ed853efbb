#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_SMALL_FILE_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_SMALL_FILE_H_

#include <cstddef>
#include <optional>
#include <string>

namespace hpdl::client {

/// The bytes of a regular file; none of anything else, of a file over `most` bytes, and of one that
/// cannot be read, with errno set.
std::optional<std::string> ReadSmallFile(const std::string& path, std::size_t most);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_SMALL_FILE_H_
