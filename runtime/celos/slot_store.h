#ifndef HPDL_RUNTIME_CELOS_SLOT_STORE_H_
#define HPDL_RUNTIME_CELOS_SLOT_STORE_H_

#include <optional>
#include <string>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/celos/slot_state.h"

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
  /// Times of slots that a person wants to run again, the earliest first; removes those that are
  /// kMarkDays old, which are still among them this time.
  virtual Result<std::vector<ScheduledTime>> TakeMarks(const std::string& workflow,
                                                       ScheduledTime now) = 0;
  virtual Result<void> Mark(const SlotId& slot, ScheduledTime now) = 0;
  virtual Result<void> SetPaused(const std::string& workflow, bool paused) = 0;
};

/// How long a mark holds.
inline constexpr std::int64_t kMarkDays = 14;

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_CELOS_SLOT_STORE_H_
