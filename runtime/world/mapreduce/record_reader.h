#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_RECORD_READER_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_RECORD_READER_H_

#include <memory>
#include <string>
#include <string_view>

#include "runtime/world/mapreduce/input.h"
#include "runtime/world/mapreduce/line_scanner.h"

namespace hpdl::rt::mapreduce {

/// Reads the lines of one split. A line belongs to the split in which it begins. A line that begins
/// right at the end of a split still belongs to that split. A byte order mark at the start of a
/// file is not a part of its first line.
class RecordReader {
 public:
  /// Opens the split at its first line. If `delimiter` is empty, LF, CR and CR LF end lines.
  static Result<std::unique_ptr<RecordReader>> Open(InputFileSystem& files, const InputSplit& split,
                                                    const std::string& delimiter);

  /// Gives the next line. Returns false if no line is left.
  Result<bool> Next(std::string_view* line);
  /// Returns the offset of the last line from Next(), in bytes of the decompressed file.
  std::int64_t offset() const { return offset_; }
  /// Returns the offset of the next line, in bytes of the decompressed file.
  std::int64_t position() const { return position_; }

 private:
  RecordReader(const InputSplit& split, const std::string& delimiter)
      : split_(split), position_(split.start), custom_(!delimiter.empty()), scanner_(delimiter) {}
  Result<bool> ReadLine(std::string_view* line);

  InputSplit split_;
  std::unique_ptr<ByteSource> source_;
  std::int64_t position_;
  std::int64_t offset_ = 0;
  bool custom_;
  bool straddles_ = false;  ///< the job's own delimiter lies across the end of the split
  LineScanner scanner_;
};

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_RECORD_READER_H_
