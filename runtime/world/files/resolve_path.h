#ifndef HPDL_RUNTIME_WORLD_FILES_RESOLVE_PATH_H_
#define HPDL_RUNTIME_WORLD_FILES_RESOLVE_PATH_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/world/files/file_system.h"

namespace hpdl::rt {

/// The base of relative paths and of paths without a scheme.
struct PathBase {
  /// The value of <name-node> or <file-system>, such as "file:///". If the value is "", Hadoop's
  /// default file system is used if it is configured, else the files of this machine.
  std::string file_system;
  std::string home;               ///< home directory on this machine, absolute
  FileSystems* remote = nullptr;  ///< null: only this machine can be reached
  std::string user;               ///< the user that makes the requests
};

/// Returns the user's home directory: `HOME`, else "/".
std::string HomeDirectory();
/// Returns the scheme of a URI, such as "file" of "file:///a"; "" if the text has no scheme.
std::string_view SchemeOf(std::string_view uri);
/// Returns the absolute local path of `uri`, without ".", "..", double or trailing slashes. Returns
/// error "FS001" if `uri` is empty, "E0904" if its scheme is not file.
Result<std::string> ResolvePath(std::string_view uri, const PathBase& base);

/// A path on a file system.
struct FileLocation {
  FileSystem* files = nullptr;
  std::string path;  ///< absolute, without ".", "..", double or trailing slashes
};
/// Returns the file system and the path of `uri`. Returns error "FS001" if `uri` is empty, "E0904"
/// if its file system cannot be reached, "E0902" if no name node is known.
Result<FileLocation> Locate(std::string_view uri, const PathBase& base);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_FILES_RESOLVE_PATH_H_
