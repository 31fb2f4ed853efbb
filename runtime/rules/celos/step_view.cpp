#include "runtime/rules/celos/step_view.h"

#include <algorithm>
#include <utility>

namespace hpdl::rt::celos {

SteppedStore::SteppedStore(SlotStore& store)
    : store_(store), current_(std::make_shared<ChangeLog>()) {}

SteppedStore::Change::~Change() {
  const std::lock_guard lock(owner_.mutex_);
  owner_.current_->next = std::make_shared<ChangeLog>();
  owner_.current_ = owner_.current_->next;
}

Result<std::optional<SlotState>> SteppedStore::Change::Find(const SlotId& slot) {
  const auto later = later_.find(slot);
  return later == later_.end() ? owner_.store_.Find(slot) : std::optional(later->second);
}

Result<StoredStates> SteppedStore::Change::Between(const std::string& workflow, ScheduledTime start,
                                                   ScheduledTime end) {
  Result<StoredStates> stored = owner_.store_.Between(workflow, start, end);
  auto later = later_.lower_bound({workflow, start});
  if (!stored || later == later_.end() || later->first.workflow != workflow) {
    return stored;
  }
  std::map<ScheduledTime, SlotState> all;
  for (; later != later_.end() && later->first.workflow == workflow && later->first.time < end;
       ++later) {
    all.emplace(later->first.time, later->second);
  }
  for (SlotState& state : stored->states) {
    all.emplace(state.time, std::move(state));
  }
  stored->states.clear();
  for (auto& [time, state] : all) {
    stored->states.push_back(std::move(state));
  }
  return stored;
}

Result<bool> SteppedStore::Change::IsPaused(const std::string& workflow) {
  return owner_.store_.IsPaused(workflow);
}

Result<void> SteppedStore::Change::Put(const std::string& workflow, const SlotState& state) {
  later_.erase({workflow, state.time});
  return PutAll({{{workflow, state.time}, state}});
}

// Logs the old values before the store changes. So a reader that finds a new value in the store
// also finds the old value in the log.
Result<void> SteppedStore::Change::PutAll(const std::map<SlotId, SlotState>& states) {
  std::map<SlotId, std::optional<SlotState>> before;
  for (const auto& [slot, state] : states) {
    Result<std::optional<SlotState>> found = owner_.store_.Find(slot);
    HPDL_TRY(found);
    before.emplace_hint(before.end(), slot, std::move(*found));
  }
  {
    const std::lock_guard lock(owner_.mutex_);
    // If the log already has a value of a slot, that older value stays.
    owner_.current_->slots.merge(before);
  }
  return owner_.store_.PutAll(states);
}

void SteppedStore::Change::PutLater(const std::string& workflow, const SlotState& state) {
  later_.insert_or_assign({workflow, state.time}, state);
}

Result<void> SteppedStore::Change::Flush() {
  const std::map<SlotId, SlotState> states = std::move(later_);
  later_.clear();
  return PutAll(states);
}

Result<std::vector<ScheduledTime>> SteppedStore::Change::TakeMarks(const std::string& workflow,
                                                                   ScheduledTime now) {
  return owner_.store_.TakeMarks(workflow, now);
}

Result<std::vector<ScheduledTime>> SteppedStore::Change::Marks(const std::string& workflow) {
  return owner_.store_.Marks(workflow);
}

Result<void> SteppedStore::Change::Mark(const SlotId& slot, ScheduledTime now) {
  return owner_.store_.Mark(slot, now);
}

Result<void> SteppedStore::Change::SetPaused(const std::string& workflow, bool paused) {
  const Result<bool> before = owner_.store_.IsPaused(workflow);
  HPDL_TRY(before);
  {
    const std::lock_guard lock(owner_.mutex_);
    owner_.current_->paused.emplace(workflow, *before);
  }
  return owner_.store_.SetPaused(workflow, paused);
}

SteppedStore::View::View(SteppedStore& owner)
    : owner_(owner), since_([&owner] {
        const std::lock_guard lock(owner.mutex_);
        return owner.current_;
      }()) {}

// Reads the store before the logs, because a change logs an old value before it changes the store.
// If several logs have a value of the slot, the earliest log has the right value.
Result<std::optional<SlotState>> SteppedStore::View::Find(const SlotId& slot) {
  Result<std::optional<SlotState>> found = owner_.store_.Find(slot);
  const std::lock_guard lock(owner_.mutex_);
  for (const ChangeLog* log = since_.get(); log != nullptr; log = log->next.get()) {
    if (const auto before = log->slots.find(slot); before != log->slots.end()) {
      return before->second;
    }
  }
  return found;
}

Result<StoredStates> SteppedStore::View::Between(const std::string& workflow, ScheduledTime start,
                                                 ScheduledTime end) {
  Result<StoredStates> stored = owner_.store_.Between(workflow, start, end);
  HPDL_TRY(stored);
  std::map<ScheduledTime, std::optional<SlotState>> before;
  {
    const std::lock_guard lock(owner_.mutex_);
    for (const ChangeLog* log = since_.get(); log != nullptr; log = log->next.get()) {
      for (auto at = log->slots.lower_bound({workflow, start});
           at != log->slots.end() && at->first.workflow == workflow && at->first.time < end; ++at) {
        before.emplace(at->first.time, at->second);  // the value of the earliest log stays
      }
    }
  }
  if (before.empty()) {
    return stored;
  }
  for (SlotState& state : stored->states) {
    before.emplace(state.time, std::move(state));
  }
  stored->states.clear();
  for (auto& [time, state] : before) {
    if (state) {
      stored->states.push_back(std::move(*state));
    }
  }
  return stored;
}

Result<bool> SteppedStore::View::IsPaused(const std::string& workflow) {
  const Result<bool> paused = owner_.store_.IsPaused(workflow);
  const std::lock_guard lock(owner_.mutex_);
  for (const ChangeLog* log = since_.get(); log != nullptr; log = log->next.get()) {
    if (const auto before = log->paused.find(workflow); before != log->paused.end()) {
      return before->second;
    }
  }
  return paused;
}

}  // namespace hpdl::rt::celos
