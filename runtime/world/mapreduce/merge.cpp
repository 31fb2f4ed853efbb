#include "runtime/world/mapreduce/merge.h"

#include <algorithm>

namespace hpdl::rt::mapreduce {

namespace {

/// Returns the number of segments that the first of several passes merges, so that all later passes
/// merge `fan_in` segments.
std::size_t FirstPass(std::size_t segments, std::size_t fan_in) {
  const std::size_t rest = (segments - 1) % (fan_in - 1);
  return rest == 0 ? fan_in : rest + 1;
}

Result<Segment> MergeTo(std::vector<Segment> segments, const KeyOrder& order, SpillFile* spill) {
  auto queue = MergeQueue::Open(std::move(segments), static_cast<std::size_t>(-1), order, spill);
  HPDL_TRY(queue);
  spill->Begin();
  while (true) {
    auto more = queue->Next();
    HPDL_TRY(more);
    if (!*more) {
      return spill->End();
    }
    HPDL_TRY(spill->Append(queue->key(), queue->value()));
  }
}

bool Smaller(const Segment& a, const Segment& b) {
  return a.hadoop_size < b.hadoop_size;
}

}  // namespace

Result<MergeQueue> MergeQueue::Open(std::vector<Segment> segments, std::size_t fan_in,
                                    const KeyOrder& order, SpillFile* spill) {
  std::erase_if(segments, [](const Segment& segment) { return segment.records == 0; });
  if (segments.size() > fan_in) {
    std::stable_sort(segments.begin(), segments.end(), Smaller);
  }
  for (bool first = true; segments.size() > fan_in; first = false) {
    const auto count =
        static_cast<std::ptrdiff_t>(first ? FirstPass(segments.size(), fan_in) : fan_in);
    auto merged = MergeTo({segments.begin(), segments.begin() + count}, order, spill);
    HPDL_TRY(merged);
    segments.erase(segments.begin(), segments.begin() + count);
    segments.insert(std::lower_bound(segments.begin(), segments.end(), *merged, Smaller), *merged);
  }
  MergeQueue queue(order);
  queue.readers_.reserve(segments.size());
  for (const Segment& segment : segments) {
    if (auto added = queue.Add(segment); !added) {
      return added.error();
    }
  }
  return queue;
}

bool MergeQueue::Less(std::size_t a, std::size_t b) const {
  return order_->Compare(readers_[a].key(), readers_[b].key()) < 0;
}

Result<void> MergeQueue::Add(const Segment& segment) {
  readers_.emplace_back(segment);
  auto more = readers_.back().Next();
  HPDL_TRY(more);
  if (!*more) {
    return {};
  }
  const std::size_t added = readers_.size() - 1;
  heap_.push_back(added);
  std::size_t place = heap_.size();  // numbered from 1, so the parent of n is n / 2
  for (; place > 1 && Less(added, heap_[place / 2 - 1]); place /= 2) {
    heap_[place - 1] = heap_[place / 2 - 1];
  }
  heap_[place - 1] = added;
  return {};
}

void MergeQueue::SinkTop() {
  const std::size_t sinking = heap_[0];
  std::size_t place = 1;
  while (2 * place <= heap_.size()) {
    std::size_t child = 2 * place;
    if (child < heap_.size() && Less(heap_[child], heap_[child - 1])) {
      ++child;
    }
    if (!Less(heap_[child - 1], sinking)) {
      break;
    }
    heap_[place - 1] = heap_[child - 1];
    place = child;
  }
  heap_[place - 1] = sinking;
}

Result<bool> MergeQueue::Advance() {
  if (heap_.empty()) {
    return false;
  }
  if (!started_) {
    started_ = true;
    return true;
  }
  auto more = readers_[heap_[0]].Next();
  HPDL_TRY(more);
  if (!*more) {
    heap_[0] = heap_.back();
    heap_.pop_back();
  }
  if (heap_.empty()) {
    return false;
  }
  SinkTop();
  return true;
}

}  // namespace hpdl::rt::mapreduce
