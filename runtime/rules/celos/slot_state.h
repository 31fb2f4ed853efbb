#ifndef HPDL_RUNTIME_RULES_CELOS_SLOT_STATE_H_
#define HPDL_RUNTIME_RULES_CELOS_SLOT_STATE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/scheduled_time.h"

namespace hpdl::rt::celos {

/// A time of a workflow's schedule.
struct SlotId {
  std::string workflow;
  ScheduledTime time;

  /// `a@2015-09-01T05:00:00.000Z`
  std::string Text() const { return workflow + "@" + time.Text(); }
  /// The same with the short form of the time: the property celosWorkflowName.
  std::string Pretty() const { return workflow + "@" + time.Pretty(); }

  auto operator<=>(const SlotId&) const = default;
};

enum class SlotStatus : std::uint8_t {
  kWaiting,      ///< for its trigger
  kReady,        ///< to be submitted
  kRunning,      ///< its job does
  kSuccess,      ///< its job has succeeded
  kFailure,      ///< its job has failed, the last time that it may
  kWaitTimeout,  ///< the trigger took too long
  kKilled,       ///< by a person
};
inline constexpr int kSlotStatuses = 7;

/// What a status says of the slot's end.
enum class SlotOutcome : std::uint8_t { kIndeterminate, kSuccess, kFailure };
SlotOutcome OutcomeOf(SlotStatus status);

/// `WAIT_TIMEOUT`
std::string_view NameOf(SlotStatus status);
/// The error is Celos' own: `No enum constant ...`.
Result<SlotStatus> ReadSlotStatus(std::string_view name);

/// What happens to a slot.
enum class SlotEvent : std::uint8_t {
  kTriggered,  ///< its trigger is ready
  kTimedOut,   ///< its trigger is not, and that for too long
  kSubmitted,  ///< it has a job
  kSucceeded,  ///< its job has
  kFailed,     ///< its job has, for good
  kRetried,    ///< its job has failed, and there may be another
  kRerun,      ///< a person wants it again
  kKilled,     ///< a person does not want it
};
inline constexpr int kSlotEvents = 8;

/// What is known of a slot.
struct SlotState {
  ScheduledTime time;
  SlotStatus status = SlotStatus::kWaiting;
  std::optional<std::string> external_id;  ///< of its job
  std::int32_t retry_count = 0;

  bool operator==(const SlotState&) const = default;
};

/// The state after an event. An error: the event is not for slots of this status. `external_id` is
/// that of a slot that is submitted.
Result<SlotState> After(const SlotState& state, SlotEvent event,
                        std::optional<std::string> external_id = std::nullopt);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_SLOT_STATE_H_
