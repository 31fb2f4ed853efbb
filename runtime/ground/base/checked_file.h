#ifndef HPDL_RUNTIME_GROUND_BASE_CHECKED_FILE_H_
#define HPDL_RUNTIME_GROUND_BASE_CHECKED_FILE_H_

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// The users who are allowed to read a settings file: everybody, or only its owner.
enum class FileReaders : std::uint8_t { kAnybody, kOwner };

/// Returns the content of a regular file of at most `most` bytes; nullopt if the file does not
/// exist. With kOwner, the file must belong to this user or to root, give no permission to other
/// users, and not be a symbolic link. If `info` is not null, it gets the status of the file that
/// was read. An error has the class kError, and its message is the reason without the path.
Result<std::optional<std::string>> ReadChecked(const std::string& path, std::size_t most,
                                               FileReaders readers, struct stat* info = nullptr);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_CHECKED_FILE_H_
