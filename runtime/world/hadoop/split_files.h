#ifndef HPDL_RUNTIME_WORLD_HADOOP_SPLIT_FILES_H_
#define HPDL_RUNTIME_WORLD_HADOOP_SPLIT_FILES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/world/hadoop/input_splits.h"

/// Writes the two files from which MapReduce's application master reads the splits of its map
/// tasks.
namespace hpdl::rt {

/// The bytes of the two files.
struct SplitFiles {
  std::string splits;  ///< job.split: a header, then class, path, start and length of each split
  std::string index;   ///< job.splitmetainfo: hosts, offset in job.split and length of each split
};

/// Writes the files for splits in the given order. `old_api` decides whether Hadoop reads the
/// splits with the FileSplit class of the old or the new API. Each split names at most `most_hosts`
/// hosts.
SplitFiles WriteSplitFiles(const std::vector<InputSplit>& splits, bool old_api,
                           std::size_t most_hosts);

/// Appends a number in Hadoop's variable-length form (WritableUtils): 1 to 9 bytes.
void AppendVLong(std::string* out, std::int64_t value);
/// Appends a Text: its length and its bytes.
void AppendText(std::string* out, std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_SPLIT_FILES_H_
