#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_SPILL_FILE_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_SPILL_FILE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::mapreduce {

/// A run of records in a spill file, sorted by key.
struct Segment {
  int fd = -1;              ///< descriptor of the SpillFile, which must outlive the segment
  std::int64_t offset = 0;  ///< bytes from the start of the file to the segment
  std::int64_t size = 0;    ///< bytes of the segment in the file
  std::int64_t records = 0;
  /// The size in bytes that the segment would have in Hadoop. The order of the merge depends on it,
  /// because Hadoop merges small segments first.
  std::int64_t hadoop_size = 0;
};

/// Intermediate data on disk. The file has no name, so it disappears however the process ends. Its
/// mode lets only the owner read it. One thread writes the file; other threads may read it.
class SpillFile {
 public:
  /// Makes a spill file in `directory`. A failure is error "JA018" with the system's reason; for a
  /// full disk it is kNonTransient.
  static Result<std::unique_ptr<SpillFile>> Make(const std::string& directory);
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  /// Begins a segment.
  void Begin();
  /// Appends a record to the segment. A record that equals its predecessor takes no space.
  Result<void> Append(std::string_view key, std::string_view value);
  /// Appends a record that the caller knows to be equal to the last record of the segment.
  Result<void> AppendSame(std::string_view key, std::string_view value) {
    return Repeat() ? Result<void>() : AppendNew(key, value);
  }
  /// Ends the segment that Begin() began, and returns it.
  Result<Segment> End();

 private:
  SpillFile(int fd, std::string directory) : fd_(fd), directory_(std::move(directory)) {}
  Result<void> Flush();
  /// Increments the repeat count of the record at last_. Returns false if there is no record or its
  /// count is at the maximum.
  bool Repeat();
  bool IsLast(std::string_view key, std::string_view value) const;
  Result<void> AppendNew(std::string_view key, std::string_view value);

  static constexpr std::size_t kNoRecord = static_cast<std::size_t>(-1);
  int fd_;
  std::string directory_;
  std::int64_t end_ = 0;  ///< bytes in the file
  std::vector<char> buffer_;
  std::size_t used_ = 0;          ///< bytes in buffer_ that are not written yet
  std::size_t last_ = kNoRecord;  ///< position of the segment's last record in buffer_
  std::int64_t last_hadoop_size_ = 0;
  Segment segment_;
};

/// Reads a segment from its beginning.
class SegmentReader {
 public:
  explicit SegmentReader(const Segment& segment);
  /// Goes to the next record. Returns false if no record is left. key() and value() are valid until
  /// the next call.
  Result<bool> Next() {
    if (repeats_ > 0) {
      --repeats_;
      return true;
    }
    return Read();
  }
  /// Skips the following records that are known to be equal to the current record, and returns
  /// their number. More equal records may follow.
  std::uint32_t TakeRepeats() { return std::exchange(repeats_, 0); }
  /// True if the next record is known to be equal to the current record.
  bool repeats() const { return repeats_ > 0; }
  std::string_view key() const { return {record_, key_size_}; }
  std::string_view value() const { return {record_ + key_size_, value_size_}; }

 private:
  Result<bool> Read();
  Result<void> Need(std::size_t size);

  Segment segment_;
  std::int64_t read_ = 0;  ///< number of bytes of the segment that have been read
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  const char* record_ = nullptr;
  std::uint32_t repeats_ = 0;
  std::size_t key_size_ = 0, value_size_ = 0;
};

/// Returns error "JA018" with the text `what` and the system's reason for the errno `error`. A full
/// disk is kNonTransient.
Error StorageError(const std::string& what, int error);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_SPILL_FILE_H_
