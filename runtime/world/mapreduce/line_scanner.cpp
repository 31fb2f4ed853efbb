#include "runtime/world/mapreduce/line_scanner.h"

#include <algorithm>
#include <cstring>

namespace hpdl::rt::mapreduce {

char* LineScanner::Room(std::size_t size) {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    scanned_ -= begin_;
    lf_ -= lf_known_ ? begin_ : 0;
    lf_scanned_ = std::max(lf_scanned_, begin_) - begin_;
    cr_ -= cr_known_ ? begin_ : 0;
    cr_scanned_ = std::max(cr_scanned_, begin_) - begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() < end_ + size) {
    buffer_.resize(std::max(end_ + size, 2 * buffer_.size()));
  }
  return buffer_.data() + end_;
}

/// Finds the first `c` at or after scanned_, and puts its position into `*place`. Looks at each
/// byte once, even if many lines have no `c`.
bool LineScanner::Find(char c, std::size_t* place, std::size_t* scanned, bool* known) {
  if (*known && *place >= scanned_) {
    return true;
  }
  const char* data = buffer_.data();
  const std::size_t from = std::max(scanned_, *known ? 0 : *scanned);
  const void* found = from < end_ ? std::memchr(data + from, c, end_ - from) : nullptr;
  *known = found != nullptr;
  *place = *known ? static_cast<std::size_t>(static_cast<const char*>(found) - data) : 0;
  *scanned = end_;
  return *known;
}

bool LineScanner::FindLineEnd(std::size_t* place, std::size_t* size) {
  const bool lf = Find('\n', &lf_, &lf_scanned_, &lf_known_);
  const bool cr = Find('\r', &cr_, &cr_scanned_, &cr_known_);
  if (!cr || (lf && lf_ < cr_)) {
    *place = lf ? lf_ : end_;
    *size = 1;
    scanned_ = *place;
    return lf;
  }
  *place = scanned_ = cr_;
  *size = cr_ + 1 < end_ && buffer_[cr_ + 1] == '\n' ? 2 : 1;
  return cr_ + 1 < end_ || finished_;  // the next byte may be the LF of a CR LF
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
