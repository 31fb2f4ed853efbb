#ifndef HPDL_RUNTIME_WORLD_HADOOP_INPUT_SPLITS_H_
#define HPDL_RUNTIME_WORLD_HADOOP_INPUT_SPLITS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/world/files/file_system.h"

/// Cuts the input of a MapReduce job into splits for its map tasks, by the rules of the file input
/// formats of Hadoop 3.4.
namespace hpdl::rt {

/// A file that a job reads.
struct InputFile {
  std::string uri;  ///< without percent-encoding, as Hadoop's Path prints it
  std::int64_t length = 0;
  std::int64_t block_size = 0;
  bool splittable = true;
  std::vector<FileBlock> blocks;  ///< sorted by offset; an empty file has no blocks
};

/// The part of a file that one map task reads.
struct InputSplit {
  std::string uri;
  std::int64_t start = 0, length = 0;
  std::vector<std::string> hosts;

  friend bool operator==(const InputSplit&, const InputSplit&) = default;
};

/// The rules by which files are cut. Sizes are in bytes.
struct SplitRules {
  /// True: the job uses org.apache.hadoop.mapred; false: org.apache.hadoop.mapreduce.
  bool old_api = true;
  std::int64_t min_size = 1;
  std::int64_t max_size = INT64_MAX;  ///< used only by the new API
  std::int64_t maps = 2;              ///< the desired number of map tasks; used only by the old API
};

/// Returns the splits in the order of the files. The files have at most INT64_MAX bytes together.
std::vector<InputSplit> MakeSplits(const std::vector<InputFile>& files, const SplitRules& rules);

/// Sorts splits in the order in which tasks start: the largest first. Splits of the same size keep
/// their order.
void SortSplits(std::vector<InputSplit>* splits);

/// Decides which compressed files Hadoop's codecs can read from the middle.
class CompressionCodecs {
 public:
  /// `configured` is io.compression.codecs, a list of classes with commas.
  explicit CompressionCodecs(std::string_view configured);
  /// Returns a codec of `configured` that this program does not know, so that only Java can
  /// recognise its files; empty if there is no such codec.
  const std::string& unknown() const { return unknown_; }
  /// True if a text file with the name `as_written` may be cut. `.GZ` counts as `.gz`.
  bool Splittable(std::string_view as_written) const;

 private:
  bool lzo_ = false;
  std::string unknown_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_INPUT_SPLITS_H_
