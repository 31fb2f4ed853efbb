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

/// The stored slots of each workflow from some time on, so that a step, which looks at the same
/// ones again and again, need not read them. Not thread-safe.
class RecentSlots {
 public:
  /// Reads what is stored of [start, end).
  using ReadSlots =
      std::function<Result<std::vector<SlotState>>(ScheduledTime start, ScheduledTime end)>;

  /// Nothing: it is not known here whether the slot is stored; else the slot, or that it is not.
  std::optional<std::optional<SlotState>> Find(const SlotId& slot) const;
  /// What is stored of [start, end), the earliest first.
  Result<std::vector<SlotState>> Between(const std::string& workflow, ScheduledTime start,
                                         ScheduledTime end, const ReadSlots& read);
  /// It has been stored.
  void Put(const std::string& workflow, const SlotState& state);
  /// Nothing is known any more.
  void Forget() { workflows_.clear(); }

 private:
  struct Known {
    ScheduledTime from;
    std::vector<SlotState> slots;  ///< all that are stored, from then on
  };
  std::map<std::string, Known> workflows_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_STORE_CELOS_SLOTS_RECENT_SLOTS_H_
