#ifndef HPDL_RUNTIME_STORE_CELOS_SLOTS_RECENT_SLOTS_H_
#define HPDL_RUNTIME_STORE_CELOS_SLOTS_RECENT_SLOTS_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/slot_state.h"

namespace hpdl::rt::celos {

/// Keeps the recent stored slots of each workflow in memory. The scheduler needs the same slots
/// again and again, but reads them from the store only once. Not thread-safe.
class RecentSlots {
 public:
  /// Reads the stored slots of [start, end).
  using ReadSlots =
      std::function<Result<std::vector<SlotState>>(ScheduledTime start, ScheduledTime end)>;

  /// Returns the slot, or an empty inner value if the slot is not stored. Returns an empty outer
  /// value if the slots in memory do not cover the slot's time.
  std::optional<std::optional<SlotState>> Find(const SlotId& slot) const;
  /// Returns the stored slots of [start, end), the earliest first.
  Result<std::vector<SlotState>> Between(const std::string& workflow, ScheduledTime start,
                                         ScheduledTime end, const ReadSlots& read);
  /// Notes that a slot has been stored.
  void Put(const std::string& workflow, const SlotState& state);
  /// Forgets all slots.
  void Forget() { workflows_.clear(); }

 private:
  struct Known {
    ScheduledTime from;
    std::vector<SlotState> slots;  ///< all stored slots from `from` on
  };
  std::map<std::string, Known> workflows_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_STORE_CELOS_SLOTS_RECENT_SLOTS_H_
