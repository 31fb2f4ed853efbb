#include "runtime/world/mapreduce/spill_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "runtime/world/mapreduce/text.h"

namespace hpdl::rt::mapreduce {

namespace {

constexpr std::size_t kSpillWriteBytes = 256 << 10;
constexpr std::size_t kSpillReadBytes = 64 << 10;

/// The header of a record in the file. It counts how often the record repeats, because sorted data
/// is full of equal records.
struct Header {
  std::uint32_t key_size;
  std::uint32_t value_size;
  std::uint32_t repeats;
};

}  // namespace

Error StorageError(const std::string& what, int error) {
  const bool full = error == ENOSPC || error == EDQUOT;
  return {full ? ErrorClass::kNonTransient : ErrorClass::kError, "JA018",
          what + ": " + std::strerror(error)};
}

Result<std::unique_ptr<SpillFile>> SpillFile::Make(const std::string& directory) {
  std::string path = directory + "/spill-XXXXXX";
  const int fd = mkostemp(path.data(), O_CLOEXEC);  // makes the file with mode 0600
  if (fd < 0) {
    return StorageError("cannot write intermediate data in " + directory, errno);
  }
  unlink(path.c_str());
  return std::unique_ptr<SpillFile>(new SpillFile(fd, directory));
}

SpillFile::~SpillFile() {
  close(fd_);
}

void SpillFile::Begin() {
  segment_ = Segment();
  segment_.fd = fd_;
  segment_.offset = end_ + static_cast<std::int64_t>(used_);
  last_ = kNoRecord;
}

bool SpillFile::Repeat() {
  if (last_ == kNoRecord) {
    return false;
  }
  Header header;
  std::memcpy(&header, buffer_.data() + last_, sizeof header);
  if (++header.repeats == UINT32_MAX) {
    return false;
  }
  std::memcpy(buffer_.data() + last_, &header, sizeof header);
  ++segment_.records;
  segment_.hadoop_size += last_hadoop_size_;
  return true;
}

bool SpillFile::IsLast(std::string_view key, std::string_view value) const {
  if (last_ == kNoRecord) {
    return false;
  }
  Header header;
  const char* data = buffer_.data() + last_;
  std::memcpy(&header, data, sizeof header);
  data += sizeof header;
  return header.key_size == key.size() && header.value_size == value.size() &&
         std::string_view(data, key.size()) == key &&
         std::string_view(data + key.size(), value.size()) == value;
}

Result<void> SpillFile::Append(std::string_view key, std::string_view value) {
  return IsLast(key, value) && Repeat() ? Result<void>() : AppendNew(key, value);
}

Result<void> SpillFile::AppendNew(std::string_view key, std::string_view value) {
  const Header header{static_cast<std::uint32_t>(key.size()),
                      static_cast<std::uint32_t>(value.size()), 0};
  const std::size_t added = sizeof header + key.size() + value.size();
  if (buffer_.size() - used_ < added) {
    buffer_.resize(std::max(used_ + added, kSpillWriteBytes + 4096));
  }
  char* to = buffer_.data() + used_;
  std::memcpy(to, &header, sizeof header);
  std::copy(value.begin(), value.end(), std::copy(key.begin(), key.end(), to + sizeof header));
  last_ = used_;
  used_ += added;
  segment_.size += static_cast<std::int64_t>(added);
  ++segment_.records;
  const std::size_t key_text = TextSize(key), value_text = TextSize(value);
  last_hadoop_size_ =
      static_cast<std::int64_t>(VIntSize(key_text) + VIntSize(value_text) + key_text + value_text);
  segment_.hadoop_size += last_hadoop_size_;
  return used_ >= kSpillWriteBytes ? Flush() : Result<void>();
}

Result<Segment> SpillFile::End() {
  HPDL_TRY(Flush());
  return segment_;
}

Result<void> SpillFile::Flush() {
  std::string_view left(buffer_.data(), used_);
  while (!left.empty()) {
    const ssize_t written = pwrite(fd_, left.data(), left.size(), end_);
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      return StorageError("cannot write intermediate data in " + directory_, errno);
    }
    left.remove_prefix(static_cast<std::size_t>(written));
    end_ += written;
  }
  used_ = 0;
  last_ = kNoRecord;
  return {};
}

SegmentReader::SegmentReader(const Segment& segment) : segment_(segment) {}

Result<void> SegmentReader::Need(std::size_t size) {
  if (end_ - begin_ >= size) {
    return {};
  }
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() < std::max(size, kSpillReadBytes)) {
    buffer_.resize(std::max(size, kSpillReadBytes));
  }
  while (end_ < size) {
    const auto left = static_cast<std::size_t>(segment_.size - read_);
    const ssize_t got = pread(segment_.fd, buffer_.data() + end_,
                              std::min(left, buffer_.size() - end_), segment_.offset + read_);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      return StorageError("cannot read intermediate data", got == 0 ? EIO : errno);
    }
    read_ += got;
    end_ += static_cast<std::size_t>(got);
  }
  return {};
}

Result<bool> SegmentReader::Read() {
  if (begin_ == end_ && read_ == segment_.size) {
    buffer_ = {};
    return false;
  }
  HPDL_TRY(Need(sizeof(Header)));
  Header header;
  std::memcpy(&header, buffer_.data() + begin_, sizeof header);
  key_size_ = header.key_size;
  value_size_ = header.value_size;
  repeats_ = header.repeats;
  HPDL_TRY(Need(sizeof header + key_size_ + value_size_));
  record_ = buffer_.data() + begin_ + sizeof header;
  begin_ += sizeof header + key_size_ + value_size_;
  return true;
}

}  // namespace hpdl::rt::mapreduce
