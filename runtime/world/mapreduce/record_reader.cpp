#include "runtime/world/mapreduce/record_reader.h"

namespace hpdl::rt::mapreduce {

namespace {

constexpr std::size_t kRecordBytes = 256 << 10;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

}  // namespace

Result<std::unique_ptr<RecordReader>> RecordReader::Open(InputFileSystem& files,
                                                         const InputSplit& split,
                                                         const std::string& delimiter) {
  std::unique_ptr<RecordReader> reader(new RecordReader(split, delimiter));
  auto source = files.Open(split.path, split.start);
  HPDL_TRY(source);
  reader->source_ =
      split.compressed ? MakeInflateSource(std::move(*source), split.path) : std::move(*source);
  if (split.start != 0) {  // a line that begins before this split belongs to the previous split
    std::string_view skipped;
    HPDL_TRY(reader->ReadLine(&skipped));
  }
  return reader;
}

Result<bool> RecordReader::ReadLine(std::string_view* line) {
  while (!scanner_.Next(line)) {
    auto got = source_->Read(scanner_.Room(kRecordBytes), kRecordBytes);
    HPDL_TRY(got);
    if (*got == 0) {
      scanner_.Finish();
      if (!scanner_.Next(line)) {
        return false;
      }
      break;
    }
    scanner_.Added(*got);
  }
  position_ += static_cast<std::int64_t>(scanner_.consumed());
  return true;
}

Result<bool> RecordReader::Next(std::string_view* line) {
  const std::int64_t end = split_.start + split_.length;
  if (!split_.compressed && position_ > end && !straddles_) {
    return false;
  }
  offset_ = position_;
  auto found = ReadLine(line);
  if (!found || !*found) {
    return found;
  }
  const auto delimiter = static_cast<std::int64_t>(scanner_.delimiter_size());
  straddles_ = custom_ && position_ > end && position_ - delimiter < end;
  if (offset_ == 0 && line->starts_with(kByteOrderMark)) {
    line->remove_prefix(kByteOrderMark.size());
    if (line->empty() && delimiter == 0) {
      return false;
    }
  }
  return true;
}

}  // namespace hpdl::rt::mapreduce
