#ifndef HPDL_RUNTIME_WORLD_FILES_RESOLVE_PATH_H_
#define HPDL_RUNTIME_WORLD_FILES_RESOLVE_PATH_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/world/files/file_system.h"

namespace hpdl::rt {

/// Where paths without scheme, and relative ones, start.
struct PathBase {
  /// <name-node> or <file-system>, e.g. "file:///". Empty: Hadoop's default file system if one is
  /// configured, else this machine.
  std::string file_system;
  std::string home;               ///< on this machine, absolute
  FileSystems* remote = nullptr;  ///< null: this machine alone can be reached
  std::string user;               ///< whose requests they are
};

/// The user's home directory: `HOME`, else "/".
std::string HomeDirectory();
/// "file" of "file:///a"; empty if the text has no scheme.
std::string_view SchemeOf(std::string_view uri);
/// The absolute local path that `uri` means, without ".", "..", double or trailing slashes. Errors:
/// "FS001" empty, "E0904" a scheme other than file.
Result<std::string> ResolvePath(std::string_view uri, const PathBase& base);

/// A path on a file system.
struct FileLocation {
  FileSystem* files = nullptr;
  std::string path;  ///< absolute, without ".", "..", double or trailing slashes
};
/// What `uri` means. Errors: "FS001" empty, "E0904" a file system that cannot be reached.
Result<FileLocation> Locate(std::string_view uri, const PathBase& base);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_FILES_RESOLVE_PATH_H_
