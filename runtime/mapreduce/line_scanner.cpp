#include "runtime/mapreduce/line_scanner.h"

#include <algorithm>
#include <cstring>

namespace hpdl::rt::mapreduce {

char* LineScanner::Room(std::size_t size) {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    scanned_ -= begin_;
    lf_ -= lf_known_ ? begin_ : 0;
    lf_scanned_ = std::max(lf_scanned_, begin_) - begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() < end_ + size) {
    buffer_.resize(std::max(end_ + size, 2 * buffer_.size()));
  }
  return buffer_.data() + end_;
}

bool LineScanner::FindLineEnd(std::size_t* place, std::size_t* size) {
  const char* data = buffer_.data();
  if (!lf_known_ || lf_ < scanned_) {
    const std::size_t from = std::max(scanned_, lf_known_ ? 0 : lf_scanned_);
    const void* lf = from < end_ ? std::memchr(data + from, '\n', end_ - from) : nullptr;
    lf_known_ = lf != nullptr;
    lf_ = lf_known_ ? static_cast<std::size_t>(static_cast<const char*>(lf) - data) : 0;
    lf_scanned_ = end_;
  }
  const std::size_t limit = lf_known_ ? lf_ : end_;
  const void* cr =
      scanned_ < limit ? std::memchr(data + scanned_, '\r', limit - scanned_) : nullptr;
  if (cr == nullptr) {
    *place = limit;
    *size = 1;
    scanned_ = limit;
    return lf_known_;
  }
  *place = static_cast<std::size_t>(static_cast<const char*>(cr) - data);
  *size = *place + 1 < end_ && data[*place + 1] == '\n' ? 2 : 1;
  scanned_ = *place;
  return *place + 1 < end_ || finished_;  // the next byte may be the LF of a CR LF
}

bool LineScanner::FindDelimiter(std::size_t* place, std::size_t* size) {
  const char* data = buffer_.data();
  const void* found = scanned_ < end_ ? memmem(data + scanned_, end_ - scanned_, delimiter_.data(),
                                               delimiter_.size())
                                      : nullptr;
  *size = delimiter_.size();
  if (found == nullptr) {
    const std::size_t overlap = std::min(delimiter_.size() - 1, end_ - scanned_);
    scanned_ = end_ - overlap;
    return false;
  }
  *place = static_cast<std::size_t>(static_cast<const char*>(found) - data);
  return true;
}

bool LineScanner::Next(std::string_view* line) {
  std::size_t place = end_, size = 0;
  const bool found = delimiter_.empty() ? FindLineEnd(&place, &size) : FindDelimiter(&place, &size);
  if (!found) {
    if (!finished_ || begin_ == end_) {
      return false;
    }
    place = end_;
    size = 0;
  }
  *line = {buffer_.data() + begin_, place - begin_};
  consumed_ = place + size - begin_;
  delimiter_size_ = size;
  begin_ = scanned_ = place + size;
  return true;
}

}  // namespace hpdl::rt::mapreduce
