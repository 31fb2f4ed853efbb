#ifndef HPDL_RUNTIME_GROUND_BASE_CHECKED_FILE_H_
#define HPDL_RUNTIME_GROUND_BASE_CHECKED_FILE_H_

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// Who may be able to read a file of settings.
enum class FileReaders : std::uint8_t { kAnybody, kOwner };

/// The content of a regular file of at most `most` bytes; none if it is not there. A file for its
/// owner alone is this user's or root's, and no symbolic link. `info`, if not null, is of the file
/// that was read. kError: the reason, without the path.
Result<std::optional<std::string>> ReadChecked(const std::string& path, std::size_t most,
                                               FileReaders readers, struct stat* info = nullptr);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_CHECKED_FILE_H_
