#include "runtime/world/mapreduce/map_output.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "runtime/world/mapreduce/hadoop_sort.h"

namespace hpdl::rt::mapreduce {

namespace {

// The maximum size of a record in bytes: Hadoop stores the offsets of records in 32 bits.
constexpr std::size_t kMostRecord = 0x7fffffff;

}  // namespace

MapOutput::MapOutput(Rules rules, SpillFile* file) : rules_(std::move(rules)), file_(file) {}

Result<void> MapOutput::Put(std::uint32_t partition, std::string_view key, std::string_view value) {
  const std::size_t size = key.size() + value.size();
  if (size > kMostRecord) {
    return ActionError("a record of " + std::to_string(size) + " bytes is too large");
  }
  const std::size_t used = data_.size() + sizeof(Sizes) + (entries_.size() + 1) * sizeof(Entry);
  if (entries_.size() > 0 && (used + size > rules_.memory || data_.size() + size > kMostRecord)) {
    HPDL_TRY(Spill());
  }
  const Sizes sizes{static_cast<std::uint32_t>(key.size()),
                    static_cast<std::uint32_t>(value.size())};
  const bool sized = key.size() > sizeof(Entry::prefix) || !value.empty();
  const std::size_t head = sized ? sizeof sizes : 0;
  const std::size_t offset = data_.size() + head;
  char* const place = data_.Add(head + size);
  Entry* const entry = entries_.Add(1);
  if ((place == nullptr && head + size > 0) || entry == nullptr) {
    return Error{ErrorClass::kNonTransient, "JA018", "not enough memory to sort map output"};
  }
  if (sized) {
    std::memcpy(place, &sizes, sizeof sizes);
  }
  std::copy(value.begin(), value.end(), std::copy(key.begin(), key.end(), place + head));
  *entry = {rules_.order.Prefix(key), static_cast<std::uint32_t>(offset), partition,
            std::min(sizes.key, kLongKey), sized ? 1U : 0U};
  return {};
}

void MapOutput::Sort() {
  // Hadoop's buffer has the last record first. Its sort is not stable, so the order before the sort
  // decides the order of equal keys.
  std::reverse(entries_.data(), entries_.data() + entries_.size());
  HadoopSort(
      entries_.data(), entries_.size(),
      [this](const Entry& a, const Entry& b) {
        if (a.partition != b.partition) {
          return a.partition < b.partition ? -1 : 1;
        }
        if (a.prefix != b.prefix) {
          return a.prefix < b.prefix ? -1 : 1;
        }
        // Short keys with equal prefixes differ only in zero bytes at their ends.
        if (a.key_size < kLongKey && b.key_size < kLongKey) {
          return a.key_size < b.key_size ? -1 : a.key_size > b.key_size;
        }
        return rules_.order.Compare(KeyOf(a), KeyOf(b));
      },
      rules_.sort_threads);
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
    HPDL_TRY(more);
    if (!*more) {
      return file_->End();
    }
    HPDL_TRY(put(key, value));
  }
}

/// Writes the sorted records of a partition without the combiner. `*place` is the index of the
/// partition's first entry, and becomes the index of the next partition's first entry.
Result<Segment> MapOutput::WriteSorted(std::size_t* place, std::uint32_t partition) {
  file_->Begin();
  const Entry* last = nullptr;
  for (; *place < entries_.size() && entries_[*place].partition == partition; ++*place) {
    const Entry& entry = entries_[*place];
    // If no Sizes precedes a record, `prefix` and `key_size` describe the whole record.
    const bool same = last != nullptr && entry.prefix == last->prefix &&
                      entry.key_size == last->key_size && entry.sized == 0 && last->sized == 0;
    HPDL_TRY(same ? file_->AppendSame(KeyOf(entry), {})
                  : file_->Append(KeyOf(entry), ValueOf(entry)));
    last = &entry;
    ++spilled_;
  }
  return file_->End();
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
    auto segment =
        any && rules_.combine != nullptr ? Write(next, true) : WriteSorted(&place, partition);
    HPDL_TRY(segment);
    segments.push_back(*segment);
  }
  entries_.clear();
  data_.clear();
  return {};
}

Result<Segment> MapOutput::MergePartition(std::uint32_t partition) {
  std::vector<Segment> segments;
  segments.reserve(spills_.size());
  for (const std::vector<Segment>& spill : spills_) {
    segments.push_back(spill[partition]);
  }
  auto queue = MergeQueue::Open(std::move(segments), rules_.fan_in, rules_.order, file_);
  HPDL_TRY(queue);
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
  if (entries_.size() > 0 || spills_.empty()) {
    HPDL_TRY(Spill());
  }
  data_.Free();
  entries_.Free();
  if (spills_.size() == 1) {
    return std::move(spills_[0]);
  }
  std::vector<Segment> merged;
  for (std::uint32_t partition = 0; partition < rules_.partitions; ++partition) {
    auto segment = MergePartition(partition);
    HPDL_TRY(segment);
    merged.push_back(*segment);
  }
  return merged;
}

}  // namespace hpdl::rt::mapreduce
