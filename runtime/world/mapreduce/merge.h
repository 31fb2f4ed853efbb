#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_MERGE_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_MERGE_H_

#include <string_view>
#include <vector>

#include "runtime/world/mapreduce/order.h"
#include "runtime/world/mapreduce/spill_file.h"

namespace hpdl::rt::mapreduce {

/// Merges sorted segments into one sorted run. Equal keys come in the same order as from Hadoop's
/// queue. This order depends on the order of the segments.
class MergeQueue {
 public:
  /// Opens the segments. At most `fan_in` segments are open at a time: if there are more segments,
  /// the smallest segments are first merged into `spill`.
  static Result<MergeQueue> Open(std::vector<Segment> segments, std::size_t fan_in,
                                 const KeyOrder& order, SpillFile* spill);
  /// Goes to the next record. Returns false if no record is left. key() and value() are valid until
  /// the next call.
  Result<bool> Next() {
    // If the next record of the current segment equals the current record, that next record is the
    // result, even if another segment has the same key. So the heap need not change.
    return started_ && !heap_.empty() && readers_[heap_[0]].repeats() ? readers_[heap_[0]].Next()
                                                                      : Advance();
  }
  /// Skips the following records that are known to be equal to the current record, and returns
  /// their number.
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
  /// A heap of the readers that have a record, the smallest key first.
  std::vector<std::size_t> heap_;
  bool started_ = false;
};

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_MERGE_H_
