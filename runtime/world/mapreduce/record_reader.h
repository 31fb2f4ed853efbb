#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_RECORD_READER_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_RECORD_READER_H_

#include <memory>
#include <string>
#include <string_view>

#include "runtime/world/mapreduce/input.h"
#include "runtime/world/mapreduce/line_scanner.h"

namespace hpdl::rt::mapreduce {

/// The lines of one split. A line belongs to the split in which it begins; one that begins right at
/// the end belongs to the split before. A byte order mark at the start of a file is no part of its
/// first line.
class RecordReader {
 public:
  /// `delimiter` empty: LF, CR and CR LF end lines.
  static Result<std::unique_ptr<RecordReader>> Open(InputFileSystem& files, const InputSplit& split,
                                                    const std::string& delimiter);

  /// False: there is no more.
  Result<bool> Next(std::string_view* line);
  /// Where the line of Next() begins, in bytes of the file's (decompressed) text.
  std::int64_t offset() const { return offset_; }
  /// Where the next line begins.
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
  bool straddles_ = false;  ///< a delimiter of the job's own lies across the end of the split
  LineScanner scanner_;
};

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_RECORD_READER_H_
