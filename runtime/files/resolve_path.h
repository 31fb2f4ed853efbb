#ifndef HPDL_RUNTIME_FILES_RESOLVE_PATH_H_
#define HPDL_RUNTIME_FILES_RESOLVE_PATH_H_

#include <string>
#include <string_view>

#include "runtime/base/result.h"

namespace hpdl::rt {

/// Where paths without scheme, and relative ones, start.
struct PathBase {
  std::string file_system;  ///< <name-node> or <file-system>, e.g. "file:///"; empty: this machine
  std::string home;         ///< absolute
};

/// The user's home directory: `HOME`, else "/".
std::string HomeDirectory();
/// "file" of "file:///a"; empty if the text has no scheme.
std::string_view SchemeOf(std::string_view uri);
/// The absolute local path that `uri` means, without ".", "..", double or trailing slashes. Errors:
/// "FS001" empty, "E0904" a scheme other than file.
Result<std::string> ResolvePath(std::string_view uri, const PathBase& base);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_FILES_RESOLVE_PATH_H_
