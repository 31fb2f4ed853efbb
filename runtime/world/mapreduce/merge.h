#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_MERGE_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_MERGE_H_

#include <string_view>
#include <vector>

#include "runtime/world/mapreduce/order.h"
#include "runtime/world/mapreduce/spill_file.h"

namespace hpdl::rt::mapreduce {

/// Sorted segments as one sorted run. Equal keys come in the order in which Hadoop's queue yields
/// them, which depends on the order of the segments.
class MergeQueue {
 public:
  /// At most `fan_in` segments are open at a time: more are first merged to `spill`, the smallest
  /// first.
  static Result<MergeQueue> Open(std::vector<Segment> segments, std::size_t fan_in,
                                 const KeyOrder& order, SpillFile* spill);
  /// False at the end. Key and value are valid until the next call.
  Result<bool> Next() {
    // Other segments with this key have waited behind it before, and still do.
    return started_ && !heap_.empty() && readers_[heap_[0]].repeats() ? readers_[heap_[0]].Next()
                                                                      : Advance();
  }
  /// How many of the following records are certainly the same as this one; they are taken.
  std::uint32_t TakeRepeats() { return readers_[heap_[0]].TakeRepeats(); }
  std::string_view key() const { return readers_[heap_[0]].key(); }
  std::string_view value() const { return readers_[heap_[0]].value(); }

 private:
  explicit MergeQueue(const KeyOrder& order) : order_(&order) {}
  Result<void> Add(const Segment& segment);
  bool Less(std::size_t a, std::size_t b) const;
  void SinkTop();
  Result<bool> Advance();

  const KeyOrder* order_;
  std::vector<SegmentReader> readers_;
  std::vector<std::size_t> heap_;  ///< readers that have a record, the smallest key first
  bool started_ = false;
};

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_MERGE_H_
