#ifndef HPDL_RUNTIME_RULES_CELOS_SLOT_STORE_H_
#define HPDL_RUNTIME_RULES_CELOS_SLOT_STORE_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/slot_state.h"

namespace hpdl::rt::celos {

/// What is known of slots. Errors are those that Celos has with a damaged directory.
class SlotReader {
 public:
  virtual ~SlotReader() = default;
  /// Nothing: nothing has happened to the slot yet.
  virtual Result<std::optional<SlotState>> Find(const SlotId& slot) = 0;
  /// What there is of [start, end), the earliest first.
  virtual Result<std::vector<SlotState>> Between(const std::string& workflow, ScheduledTime start,
                                                 ScheduledTime end) = 0;
  virtual Result<bool> IsPaused(const std::string& workflow) = 0;
};

/// Keeps it. What is put is durable when the call returns.
class SlotStore : public SlotReader {
 public:
  virtual Result<void> Put(const std::string& workflow, const SlotState& state) = 0;
  /// Of many slots, in less time than one by one.
  virtual Result<void> PutAll(const std::map<SlotId, SlotState>& states) = 0;
  /// Times of slots that a person wants to run again, the earliest first; removes those that are
  /// kMarkDays old, which are still among them this time.
  virtual Result<std::vector<ScheduledTime>> TakeMarks(const std::string& workflow,
                                                       ScheduledTime now) = 0;
  virtual Result<void> Mark(const SlotId& slot, ScheduledTime now) = 0;
  virtual Result<void> SetPaused(const std::string& workflow, bool paused) = 0;
};

/// A store that is changed in a step. What another step would find out again need not be durable
/// at once.
class StepStore : public SlotStore {
 public:
  /// Found by this object at once; durable, and seen by others, after Flush().
  virtual void PutLater(const std::string& workflow, const SlotState& state) = 0;
  virtual Result<void> Flush() = 0;
};

/// How long a mark holds.
inline constexpr std::int64_t kMarkDays = 14;

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_SLOT_STORE_H_
