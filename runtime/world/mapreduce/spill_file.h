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
  int fd = -1;              ///< of its SpillFile, which must live as long
  std::int64_t offset = 0;  ///< bytes
  std::int64_t size = 0;    ///< bytes in the file
  std::int64_t records = 0;
  std::int64_t hadoop_size = 0;  ///< bytes that Hadoop would have: its merge takes small ones first
};

/// Intermediate data on disk. The file has no name, so it is gone with the process, however that
/// ends; only its owner could read it anyway. Written by one thread; may be read by others.
class SpillFile {
 public:
  /// Errors: "JA018" with the system's reason; a full disk is kNonTransient.
  static Result<std::unique_ptr<SpillFile>> Make(const std::string& directory);
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  /// Begins a segment.
  void Begin();
  /// A record like the one before it takes no room.
  Result<void> Append(std::string_view key, std::string_view value);
  /// The same for one of which the caller knows that the last one of the segment is like it.
  Result<void> AppendSame(std::string_view key, std::string_view value) {
    return Repeat() ? Result<void>() : AppendNew(key, value);
  }
  /// The segment since Begin().
  Result<Segment> End();

 private:
  SpillFile(int fd, std::string directory) : fd_(fd), directory_(std::move(directory)) {}
  Result<void> Flush();
  /// Counts one more of the record at last_; false if there is none.
  bool Repeat();
  bool IsLast(std::string_view key, std::string_view value) const;
  Result<void> AppendNew(std::string_view key, std::string_view value);

  static constexpr std::size_t kNoRecord = static_cast<std::size_t>(-1);
  int fd_;
  std::string directory_;
  std::int64_t end_ = 0;  ///< bytes in the file
  std::vector<char> buffer_;
  std::size_t used_ = 0;          ///< bytes of buffer_ to be written
  std::size_t last_ = kNoRecord;  ///< where the last record of the segment begins in buffer_
  std::int64_t last_hadoop_size_ = 0;
  Segment segment_;
};

/// Reads a segment from its beginning.
class SegmentReader {
 public:
  explicit SegmentReader(const Segment& segment);
  /// False at the end. Key and value are valid until the next call.
  Result<bool> Next() {
    if (repeats_ > 0) {
      --repeats_;
      return true;
    }
    return Read();
  }
  /// How many records that are the same follow this one, at least; they are taken.
  std::uint32_t TakeRepeats() { return std::exchange(repeats_, 0); }
  /// Whether the next record is the same, for certain.
  bool repeats() const { return repeats_ > 0; }
  std::string_view key() const { return {record_, key_size_}; }
  std::string_view value() const { return {record_ + key_size_, value_size_}; }

 private:
  Result<bool> Read();
  Result<void> Need(std::size_t size);

  Segment segment_;
  std::int64_t read_ = 0;  ///< bytes read of the segment
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  const char* record_ = nullptr;
  std::uint32_t repeats_ = 0;
  std::size_t key_size_ = 0, value_size_ = 0;
};

/// "JA018": `what`, and the system's reason for `error`. A full disk is kNonTransient.
Error StorageError(const std::string& what, int error);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_SPILL_FILE_H_
