#include "runtime/mapreduce/map_output.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "runtime/mapreduce/hadoop_sort.h"

namespace hpdl::rt::mapreduce {

namespace {

constexpr std::size_t kFirstBytes = 1 << 20;
constexpr std::size_t kMostRecord = 0x7fffffff;  // bytes; offsets have 32 bits

}  // namespace

void MapOutput::Free::operator()(char* data) const {
  std::free(data);
}

MapOutput::MapOutput(Rules rules, SpillFile* file) : rules_(std::move(rules)), file_(file) {}

Result<void> MapOutput::Reserve(std::size_t size) {
  if (size_ + size <= capacity_) {
    return {};
  }
  const std::size_t wanted = std::max({size_ + size, 2 * capacity_, kFirstBytes});
  // Large blocks are moved by the system without a copy.
  auto* grown = static_cast<char*>(std::realloc(data_.get(), wanted));
  if (grown == nullptr) {
    return Error{ErrorClass::kNonTransient, "JA018", "not enough memory to sort map output"};
  }
  (void)data_.release();
  data_.reset(grown);
  capacity_ = wanted;
  return {};
}

Result<void> MapOutput::Put(std::uint32_t partition, std::string_view key, std::string_view value) {
  const std::size_t size = key.size() + value.size();
  if (size > kMostRecord) {
    return Error{ErrorClass::kError, "JA018",
                 "a record of " + std::to_string(size) + " bytes is too large"};
  }
  const std::size_t used = size_ + (entries_.size() + 1) * sizeof(Entry);
  if (!entries_.empty() && (used + size > rules_.memory || size_ + size > kMostRecord)) {
    HPDL_TRY(Spill());
  }
  HPDL_TRY(Reserve(size));
  if (size > 0) {
    std::copy(key.begin(), key.end(), data_.get() + size_);
    std::copy(value.begin(), value.end(), data_.get() + size_ + key.size());
  }
  entries_.push_back({rules_.order.Prefix(key), partition, static_cast<std::uint32_t>(size_),
                      static_cast<std::uint32_t>(key.size()),
                      static_cast<std::uint32_t>(value.size())});
  size_ += size;
  return {};
}

void MapOutput::Sort() {
  // Hadoop's buffer has the last record first, and its sort is not stable.
  std::reverse(entries_.begin(), entries_.end());
  HadoopSort(entries_.data(), entries_.size(), [this](const Entry& a, const Entry& b) {
    if (a.partition != b.partition) {
      return a.partition < b.partition ? -1 : 1;
    }
    if (a.prefix != b.prefix) {
      return a.prefix < b.prefix ? -1 : 1;
    }
    return rules_.order.Compare(KeyOf(a), KeyOf(b));
  });
}

Result<Segment> MapOutput::Write(const NextRecord& next, bool combine) {
  file_->Begin();
  const PutRecord put = [this](std::string_view key, std::string_view value) {
    ++spilled_;
    return file_->Append(key, value);
  };
  if (combine) {
    HPDL_TRY(rules_.combine(next, put));
    return file_->End();
  }
  std::string_view key, value;
  while (true) {
    auto more = next(&key, &value);
    if (!more) {
      return more.error();
    }
    if (!*more) {
      return file_->End();
    }
    HPDL_TRY(put(key, value));
  }
}

Result<void> MapOutput::Spill() {
  Sort();
  std::vector<Segment>& segments = spills_.emplace_back();
  std::size_t place = 0;
  for (std::uint32_t partition = 0; partition < rules_.partitions; ++partition) {
    const std::size_t first = place;
    const NextRecord next = [&](std::string_view* key, std::string_view* value) -> Result<bool> {
      if (place == entries_.size() || entries_[place].partition != partition) {
        return false;
      }
      *key = KeyOf(entries_[place]);
      *value = ValueOf(entries_[place]);
      ++place;
      return true;
    };
    const bool any = first < entries_.size() && entries_[first].partition == partition;
    auto segment = Write(next, any && rules_.combine != nullptr);
    if (!segment) {
      return segment.error();
    }
    segments.push_back(*segment);
  }
  entries_.clear();
  size_ = 0;
  return {};
}

Result<Segment> MapOutput::MergePartition(std::uint32_t partition) {
  std::vector<Segment> segments;
  for (const std::vector<Segment>& spill : spills_) {
    segments.push_back(spill[partition]);
  }
  auto queue = MergeQueue::Open(std::move(segments), rules_.fan_in, rules_.order, file_);
  if (!queue) {
    return queue.error();
  }
  const NextRecord next = [&](std::string_view* key, std::string_view* value) -> Result<bool> {
    auto more = queue->Next();
    if (more && *more) {
      *key = queue->key();
      *value = queue->value();
    }
    return more;
  };
  const bool combine =
      rules_.combine != nullptr && spills_.size() >= static_cast<std::size_t>(rules_.combine_again);
  return Write(next, combine);
}

Result<std::vector<Segment>> MapOutput::Finish() {
  if (!entries_.empty() || spills_.empty()) {
    HPDL_TRY(Spill());
  }
  data_.reset();
  capacity_ = 0;
  entries_ = {};
  if (spills_.size() == 1) {
    return std::move(spills_[0]);
  }
  std::vector<Segment> merged;
  for (std::uint32_t partition = 0; partition < rules_.partitions; ++partition) {
    auto segment = MergePartition(partition);
    if (!segment) {
      return segment.error();
    }
    merged.push_back(*segment);
  }
  return merged;
}

}  // namespace hpdl::rt::mapreduce
