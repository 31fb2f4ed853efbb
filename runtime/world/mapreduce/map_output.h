#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_MAP_OUTPUT_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_MAP_OUTPUT_H_

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "runtime/world/mapreduce/merge.h"

namespace hpdl::rt::mapreduce {

/// A growing array. It grows by mremap(), which does not copy the elements.
template <class T>
class GrowingArray {
 public:
  static_assert(std::is_trivially_copyable_v<T>);
  GrowingArray() = default;
  ~GrowingArray() { Free(); }
  GrowingArray(const GrowingArray&) = delete;
  GrowingArray& operator=(const GrowingArray&) = delete;

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  const T& operator[](std::size_t index) const { return data_[index]; }
  void clear() { size_ = 0; }
  /// Gives the memory back to the system.
  void Free() {
    if (data_ != nullptr) {
      munmap(data_, capacity_ * sizeof(T));
    }
    data_ = nullptr;
    size_ = capacity_ = 0;
  }
  /// Adds `count` uninitialized elements. Returns a pointer to the first new element; null if there
  /// is no memory.
  T* Add(std::size_t count) {
    if (size_ + count > capacity_ && !Grow(size_ + count)) {
      return nullptr;
    }
    size_ += count;
    return data_ + size_ - count;
  }

 private:
  bool Grow(std::size_t least) {
    const std::size_t wanted = std::max({least, 2 * capacity_, (1UL << 20) / sizeof(T)});
    const std::size_t bytes = wanted * sizeof(T);
    void* const grown =
        data_ == nullptr
            ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            : mremap(data_, capacity_ * sizeof(T), bytes, MREMAP_MAYMOVE);
    if (grown == MAP_FAILED) {
      return false;
    }
    data_ = static_cast<T*>(grown);
    capacity_ = wanted;
    return true;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

/// Gives the next record. Returns false if no record is left.
using NextRecord = std::function<Result<bool>(std::string_view* key, std::string_view* value)>;
using PutRecord = std::function<Result<void>(std::string_view key, std::string_view value)>;
/// Combines the sorted records of one partition into fewer records.
using Combine = std::function<Result<void>(const NextRecord& next, const PutRecord& put)>;

/// Sorts the output of a map task by partition and key. The memory is limited: when it is full, the
/// records go to a spill file, one segment for each partition. One thread uses it.
class MapOutput {
 public:
  struct Rules {
    std::uint32_t partitions = 1;    ///< fewer than 2^27
    std::size_t memory = 100 << 20;  ///< in bytes; if more is needed, records go to the spill file
    std::size_t fan_in = 100;
    Combine combine;  ///< empty: no combiner
    /// If the final merge has at least this number of spills, the combiner is called once more
    /// during the merge.
    int combine_again = 3;
    KeyOrder order;
    unsigned sort_threads = 1;  ///< maximum number of threads for one sort
  };
  MapOutput(Rules rules, SpillFile* file);

  /// Adds a record. `partition` must be below rules.partitions.
  Result<void> Put(std::uint32_t partition, std::string_view key, std::string_view value);
  /// Ends the output. Returns one segment for each partition, in order.
  Result<std::vector<Segment>> Finish();
  /// Number of records written to disk; a record counts each time it is written.
  std::int64_t spilled() const { return spilled_; }

 private:
  /// A record in the sort. An Entry is small, because there are millions of entries. In data_, an
  /// object of type Sizes precedes each record. Only a record that has a key of up to 8 bytes and
  /// no value is without a Sizes.
  struct Entry {
    std::uint64_t prefix;
    std::uint32_t offset;  ///< position of the record in data_, bytes
    std::uint32_t partition : 27;
    std::uint32_t key_size : 4;  ///< bytes; kLongKey if more than 8
    std::uint32_t sized : 1;     ///< a Sizes precedes the record
  };
  struct Sizes {
    std::uint32_t key;
    std::uint32_t value;
  };
  static constexpr std::uint32_t kLongKey = 9;

  Sizes SizesOf(const Entry& entry) const {
    Sizes sizes{entry.key_size, 0};
    if (entry.sized != 0) {
      std::memcpy(&sizes, data_.data() + entry.offset - sizeof sizes, sizeof sizes);
    }
    return sizes;
  }
  std::string_view KeyOf(const Entry& entry) const {
    return {data_.data() + entry.offset, SizesOf(entry).key};
  }
  std::string_view ValueOf(const Entry& entry) const {
    const Sizes sizes = SizesOf(entry);
    return {data_.data() + entry.offset + sizes.key, sizes.value};
  }
  void Sort();
  Result<void> Spill();
  Result<Segment> Write(const NextRecord& next, bool combine);
  Result<Segment> WriteSorted(std::size_t* place, std::uint32_t partition);
  Result<Segment> MergePartition(std::uint32_t partition);

  Rules rules_;
  SpillFile* file_;
  GrowingArray<char> data_;  ///< keys and values, with their sizes
  GrowingArray<Entry> entries_;
  std::vector<std::vector<Segment>> spills_;  ///< one segment for each spill and partition
  std::int64_t spilled_ = 0;
};

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_MAP_OUTPUT_H_
