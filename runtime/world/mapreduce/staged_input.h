#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_STAGED_INPUT_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_STAGED_INPUT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/world/mapreduce/input.h"

/// Input files of other file systems that were copied to this machine before the job runs. The
/// process that runs the job sees each copy under the URI of the original file.
namespace hpdl::rt::mapreduce {

/// An input file that matched `pattern`, one of the input paths of the configuration. A pattern
/// that matched only directories without files has one entry, with an empty `uri`.
struct StagedFile {
  std::string pattern, uri;
  std::string copy;             ///< path on this machine
  std::int64_t size = 0;        ///< bytes
  std::int64_t block_size = 0;  ///< bytes, in the original file system
};

/// Writes the list `files` to the file `path`. The file is complete or absent, also after a crash.
Result<void> WriteStagedFiles(const std::string& path, const std::vector<StagedFile>& files);
/// Reads a list that WriteStagedFiles() wrote. Returns nullopt if the file cannot be read or is
/// broken.
std::optional<std::vector<StagedFile>> ReadStagedFiles(const std::string& path);

/// Returns a file system that shows the copies under their URIs, in the order of `files`. Paths
/// that are neither a URI nor a pattern in `files` are read from `others`.
std::unique_ptr<InputFileSystem> MakeStagedInput(std::vector<StagedFile> files,
                                                 std::unique_ptr<InputFileSystem> others);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_STAGED_INPUT_H_
