#include "runtime/store/celos_slots/recent_slots.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace hpdl::rt::celos {
namespace {

constexpr std::int64_t kDayMs = 86'400'000;
/// The slots in memory begin at the time Known::from. If a query begins more than kMostBackMs
/// before this time, its slots are read from the store and not kept in memory. If a query begins
/// more than kMostBackMs after this time, Known::from moves to kSpareMs before the query's start,
/// and older slots are dropped from memory. The scheduler queries times near the present; people
/// may query any time.
constexpr std::int64_t kMostBackMs = 15 * kDayMs, kSpareMs = kDayMs;
constexpr ScheduledTime kEnd{std::numeric_limits<std::int64_t>::max()};

bool ComesBefore(const SlotState& state, ScheduledTime time) {
  return state.time < time;
}

}  // namespace

std::optional<std::optional<SlotState>> RecentSlots::Find(const SlotId& slot) const {
  const auto known = workflows_.find(slot.workflow);
  if (known == workflows_.end() || slot.time < known->second.from) {
    return std::nullopt;
  }
  const std::vector<SlotState>& slots = known->second.slots;
  const auto found = std::lower_bound(slots.begin(), slots.end(), slot.time, ComesBefore);
  return found != slots.end() && found->time == slot.time ? std::optional(*found)
                                                          : std::optional<SlotState>();
}

Result<std::vector<SlotState>> RecentSlots::Between(const std::string& workflow,
                                                    ScheduledTime start, ScheduledTime end,
                                                    const ReadSlots& read) {
  auto known = workflows_.find(workflow);
  if (known != workflows_.end() && start.ms < known->second.from.ms - kMostBackMs) {
    return read(start, end);
  }
  if (known == workflows_.end() || start < known->second.from) {
    Result<std::vector<SlotState>> all = read(start, kEnd);
    if (!all) {
      return all;
    }
    known = workflows_.insert_or_assign(workflow, Known{start, std::move(*all)}).first;
  }
  std::vector<SlotState>& slots = known->second.slots;
  auto first = std::lower_bound(slots.begin(), slots.end(), start, ComesBefore);
  const auto last = std::lower_bound(first, slots.end(), end, ComesBefore);
  std::vector<SlotState> between(first, last);
  if (start.ms - kMostBackMs > known->second.from.ms) {
    known->second.from = {start.ms - kSpareMs};
    first = std::lower_bound(slots.begin(), slots.end(), known->second.from, ComesBefore);
    slots.erase(slots.begin(), first);
  }
  return between;
}

void RecentSlots::Put(const std::string& workflow, const SlotState& state) {
  const auto known = workflows_.find(workflow);
  if (known == workflows_.end() || state.time < known->second.from) {
    return;
  }
  std::vector<SlotState>& slots = known->second.slots;
  const auto at = std::lower_bound(slots.begin(), slots.end(), state.time, ComesBefore);
  if (at != slots.end() && at->time == state.time) {
    *at = state;
  } else {
    slots.insert(at, state);
  }
}

}  // namespace hpdl::rt::celos
