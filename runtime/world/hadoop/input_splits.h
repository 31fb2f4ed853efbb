#ifndef HPDL_RUNTIME_WORLD_HADOOP_INPUT_SPLITS_H_
#define HPDL_RUNTIME_WORLD_HADOOP_INPUT_SPLITS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/world/files/file_system.h"

/// The input of a MapReduce job, cut into the parts that its map tasks read, as the file input
/// formats of Hadoop 3.4 cut it.
namespace hpdl::rt {

/// A file that a job reads.
struct InputFile {
  std::string uri;  ///< not encoded, as Hadoop's Path prints it
  std::int64_t length = 0;
  std::int64_t block_size = 0;
  bool splittable = true;
  std::vector<FileBlock> blocks;  ///< in their order; none of an empty file
};

/// What one map task reads.
struct InputSplit {
  std::string uri;
  std::int64_t start = 0, length = 0;
  std::vector<std::string> hosts;

  friend bool operator==(const InputSplit&, const InputSplit&) = default;
};

/// How files are cut: sizes in bytes.
struct SplitRules {
  bool old_api = true;  ///< org.apache.hadoop.mapred, not org.apache.hadoop.mapreduce
  std::int64_t min_size = 1;
  std::int64_t max_size = INT64_MAX;  ///< the new API's
  std::int64_t maps = 2;              ///< the old API's wish for a number of map tasks
};

/// The splits in the order of the files, which hold at most INT64_MAX bytes together.
std::vector<InputSplit> MakeSplits(const std::vector<InputFile>& files, const SplitRules& rules);

/// The largest first, those of one size as they are: the order in which tasks start.
void SortSplits(std::vector<InputSplit>* splits);

/// Which compressed files can be read from the middle, by Hadoop's codecs.
class CompressionCodecs {
 public:
  /// `configured` is io.compression.codecs: classes with commas between them.
  explicit CompressionCodecs(std::string_view configured);
  /// Empty, or a class in that list whose files nobody but Java can tell.
  const std::string& unknown() const { return unknown_; }
  /// Whether a text file of that name may be cut; `.GZ` is `.gz`.
  bool Splittable(std::string_view as_written) const;

 private:
  bool lzo_ = false;
  std::string unknown_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_INPUT_SPLITS_H_
