#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_STAGED_INPUT_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_STAGED_INPUT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/world/mapreduce/input.h"

/// Input of other file systems, copied to this machine before the job: the worker sees it as if it
/// were where it came from.
namespace hpdl::rt::mapreduce {

/// A file of the input, found by `pattern`, one of the input paths as the configuration has them.
/// A pattern that finds directories without files has one entry without `uri`.
struct StagedFile {
  std::string pattern, uri;
  std::string copy;             ///< on this machine
  std::int64_t size = 0;        ///< bytes
  std::int64_t block_size = 0;  ///< bytes, where it came from
};

/// The list is whole or not there, also after a crash.
Result<void> WriteStagedFiles(const std::string& path, const std::vector<StagedFile>& files);
/// Nothing if it cannot be read or is broken.
std::optional<std::vector<StagedFile>> ReadStagedFiles(const std::string& path);

/// The copies by their URIs, in the order given. Paths that no pattern among them names are read
/// from `others`.
std::unique_ptr<InputFileSystem> MakeStagedInput(std::vector<StagedFile> files,
                                                 std::unique_ptr<InputFileSystem> others);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_STAGED_INPUT_H_
