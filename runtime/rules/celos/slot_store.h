#ifndef HPDL_RUNTIME_RULES_CELOS_SLOT_STORE_H_
#define HPDL_RUNTIME_RULES_CELOS_SLOT_STORE_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/slot_state.h"

namespace hpdl::rt::celos {

/// A part of the store that cannot be read.
struct UnreadablePart {
  /// The states of the slots in [start, end) are not known. The range is empty if the part belongs
  /// to no slot.
  ScheduledTime start, end;
  Error error;  ///< its message begins with the path of the part
};

/// The stored states of slots.
struct StoredStates {
  std::vector<SlotState> states;  ///< the earliest first
  std::vector<UnreadablePart> unreadable;
};

/// Reads the states of slots. If a file of a slot is damaged, the errors are the same as in Celos,
/// with the path of the file before the text of Celos.
class SlotReader {
 public:
  virtual ~SlotReader() = default;
  /// Returns the state of a slot; nullopt if no event has happened to the slot yet.
  virtual Result<std::optional<SlotState>> Find(const SlotId& slot) = 0;
  /// Returns the stored states of the slots in [start, end).
  virtual Result<StoredStates> Between(const std::string& workflow, ScheduledTime start,
                                       ScheduledTime end) = 0;
  virtual Result<bool> IsPaused(const std::string& workflow) = 0;
};

/// Stores the states of slots. A change is durable when its call returns.
class SlotStore : public SlotReader {
 public:
  virtual Result<void> Put(const std::string& workflow, const SlotState& state) = 0;
  /// Stores the states of many slots; this is faster than a call of Put() for each slot.
  virtual Result<void> PutAll(const std::map<SlotId, SlotState>& states) = 0;
  /// Returns the times of the slots that a person has marked to run again, the earliest first.
  /// Removes each mark that is older than kMarkDays, but still returns its time. Leaves out marks
  /// that cannot be read, and logs them.
  virtual Result<std::vector<ScheduledTime>> TakeMarks(const std::string& workflow,
                                                       ScheduledTime now) = 0;
  /// Returns the times that TakeMarks() would return, and removes no mark.
  virtual Result<std::vector<ScheduledTime>> Marks(const std::string& workflow) = 0;
  virtual Result<void> Mark(const SlotId& slot, ScheduledTime now) = 0;
  virtual Result<void> SetPaused(const std::string& workflow, bool paused) = 0;
};

/// The store that a step of the scheduler changes. A state need not be durable at once if a step
/// after a crash would compute the same state again.
class StepStore : public SlotStore {
 public:
  /// Stores a state. The state becomes durable, and visible to other readers, only at Flush(). The
  /// functions of this object return the new state at once.
  virtual void PutLater(const std::string& workflow, const SlotState& state) = 0;
  virtual Result<void> Flush() = 0;
};

/// The number of days for which a rerun mark is valid.
inline constexpr std::int64_t kMarkDays = 14;

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_SLOT_STORE_H_
