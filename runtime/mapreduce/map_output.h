#ifndef HPDL_RUNTIME_MAPREDUCE_MAP_OUTPUT_H_
#define HPDL_RUNTIME_MAPREDUCE_MAP_OUTPUT_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/mapreduce/merge.h"

namespace hpdl::rt::mapreduce {

/// Gives records one after the other; false at the end.
using NextRecord = std::function<Result<bool>(std::string_view* key, std::string_view* value)>;
/// Takes records.
using PutRecord = std::function<Result<void>(std::string_view key, std::string_view value)>;
/// Makes fewer records of the sorted ones of a partition.
using Combine = std::function<Result<void>(const NextRecord& next, const PutRecord& put)>;

/// Sorts what a map task puts out, by partition and key, in memory of bounded size; what does not
/// fit goes to a spill file, a segment for each partition. Used by one thread.
class MapOutput {
 public:
  struct Rules {
    std::uint32_t partitions = 1;
    std::size_t memory = 100 << 20;  ///< bytes of records and their index before a spill
    std::size_t fan_in = 100;
    Combine combine;        ///< empty: none
    int combine_again = 3;  ///< so many spills are combined once more when they are merged
    KeyOrder order;
  };
  MapOutput(Rules rules, SpillFile* file);

  /// `partition` is below rules.partitions.
  Result<void> Put(std::uint32_t partition, std::string_view key, std::string_view value);
  /// One segment for each partition, in order.
  Result<std::vector<Segment>> Finish();
  /// Records written to disk, each time they were.
  std::int64_t spilled() const { return spilled_; }

 private:
  struct Entry {
    std::uint64_t prefix;
    std::uint32_t partition;
    std::uint32_t offset;  ///< in data_
    std::uint32_t key_size;
    std::uint32_t value_size;
  };
  std::string_view KeyOf(const Entry& entry) const {
    return {data_.get() + entry.offset, entry.key_size};
  }
  std::string_view ValueOf(const Entry& entry) const {
    return {data_.get() + entry.offset + entry.key_size, entry.value_size};
  }
  void Sort();
  Result<void> Reserve(std::size_t size);
  Result<void> Spill();
  Result<Segment> Write(const NextRecord& next, bool combine);
  Result<Segment> MergePartition(std::uint32_t partition);

  struct Free {
    void operator()(char* data) const;
  };

  Rules rules_;
  SpillFile* file_;
  std::unique_ptr<char, Free> data_;  ///< keys and values; grows in place
  std::size_t size_ = 0, capacity_ = 0;
  std::vector<Entry> entries_;
  std::vector<std::vector<Segment>> spills_;  ///< of each spill, a segment for each partition
  std::int64_t spilled_ = 0;
};

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_MAPREDUCE_MAP_OUTPUT_H_
