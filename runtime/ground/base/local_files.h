#ifndef HPDL_RUNTIME_GROUND_BASE_LOCAL_FILES_H_
#define HPDL_RUNTIME_GROUND_BASE_LOCAL_FILES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

/// Reads the files of this machine as Hadoop's local file system does. The message of an error is
/// the reason without the path.
namespace hpdl::rt {

struct LocalFileInfo {
  bool exists = false;
  bool directory = false;
  std::int64_t size = 0;        ///< bytes
  std::int64_t block_size = 0;  ///< bytes
};

/// Hadoop reports this block size for every local file.
inline constexpr std::int64_t kLocalBlockSize = 32 << 20;

/// Returns the path of `uri`, which is an absolute path, file:/path, file:///path or
/// file://localhost/path. Other schemes and relative paths are errors.
Result<std::string> LocalPath(std::string_view uri);

/// Returns the status of a file. If the path does not exist, `exists` is false in the result.
Result<LocalFileInfo> StatLocal(const std::string& path);

/// Makes the directory and its missing parents, each durably. Returns 0 or an errno. A directory
/// that exists already is not an error.
int MakeDirectories(const std::string& path);

/// Returns the names in a directory, sorted, without names of hidden files; empty if the directory
/// cannot be read.
std::vector<std::string> NamesIn(const std::string& directory);

/// True if the directory has a file that is not hidden. Reads no more of the directory than
/// necessary.
bool HasNames(const std::string& directory);

/// Returns the paths that match `pattern`, sorted. Globs are Hadoop's: * ? [a-c] [^a] {a,b}. A
/// backslash before one of these characters removes its special meaning. No wildcard matches '/'.
Result<std::vector<std::string>> GlobLocal(const std::string& pattern);

/// Returns the total size in bytes of the files directly in a directory; -1 if the path is not a
/// directory.
Result<std::int64_t> LocalDirectorySize(const std::string& path);

/// Adds to `out` the globs without {} that `pattern` stands for: a{b,c}d gives abd and acd. Returns
/// false if a brace is not closed or there are more than 10,000 globs.
bool ExpandGlobBraces(const std::string& pattern, std::vector<std::string>* out);

/// True if one component of a path is a glob; false if it is a name.
bool IsGlob(std::string_view component);

/// True if one component of a path matches one component of a glob without {}.
bool MatchesGlob(std::string_view pattern, std::string_view name);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_LOCAL_FILES_H_
