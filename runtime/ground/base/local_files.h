#ifndef HPDL_RUNTIME_GROUND_BASE_LOCAL_FILES_H_
#define HPDL_RUNTIME_GROUND_BASE_LOCAL_FILES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

/// The files of this machine as Hadoop's local file system has them. Errors are the reason alone,
/// without the path.
namespace hpdl::rt {

struct LocalFileInfo {
  bool exists = false;
  bool directory = false;
  std::int64_t size = 0;        ///< bytes
  std::int64_t block_size = 0;  ///< bytes
};

/// Hadoop reports this block size for every local file.
inline constexpr std::int64_t kLocalBlockSize = 32 << 20;

/// The path behind `uri`: an absolute path, or file:/path, file:///path, file://localhost/path.
/// Other schemes and relative paths are errors.
Result<std::string> LocalPath(std::string_view uri);

/// A path that is not there is no error.
Result<LocalFileInfo> StatLocal(const std::string& path);

/// Makes the directory and what is missing above it, each durable. 0 or an errno; one that is there
/// is fine.
int MakeDirectories(const std::string& path);

/// The names in a directory but hidden ones, sorted; none if it cannot be read.
std::vector<std::string> NamesIn(const std::string& directory);

/// Whether there would be any: reads no more of the directory than that takes.
bool HasNames(const std::string& directory);

/// The paths that match, sorted. Globs are Hadoop's: * ? [a-c] [^a] {a,b} and \ before any of them;
/// none of them matches '/'.
Result<std::vector<std::string>> GlobLocal(const std::string& pattern);

/// Bytes of the files directly in a directory; -1 if it is none.
Result<std::int64_t> LocalDirectorySize(const std::string& path);

/// The globs without {} that `pattern` stands for, added to `out`: a{b,c}d gives abd and acd.
/// False: a brace is not closed, or there are more than 10,000.
bool ExpandGlobBraces(const std::string& pattern, std::vector<std::string>* out);

/// Whether one component of a path is a glob; else it is a name.
bool IsGlob(std::string_view component);

/// Whether one component of a path matches one component of a glob without {}.
bool MatchesGlob(std::string_view pattern, std::string_view name);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_LOCAL_FILES_H_
