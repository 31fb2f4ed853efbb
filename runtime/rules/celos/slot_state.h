#ifndef HPDL_RUNTIME_RULES_CELOS_SLOT_STATE_H_
#define HPDL_RUNTIME_RULES_CELOS_SLOT_STATE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/scheduled_time.h"

namespace hpdl::rt::celos {

/// A slot: one time of a workflow's schedule.
struct SlotId {
  std::string workflow;
  ScheduledTime time;

  /// Returns a text such as `a@2015-09-01T05:00:00.000Z`.
  std::string Text() const { return workflow + "@" + time.Text(); }
  /// Returns the text with the short form of the time. The property celosWorkflowName has this
  /// value.
  std::string Pretty() const { return workflow + "@" + time.Pretty(); }

  auto operator<=>(const SlotId&) const = default;
};

enum class SlotStatus : std::uint8_t {
  kWaiting,      ///< the slot waits for its trigger
  kReady,        ///< the slot waits for its submission
  kRunning,      ///< the slot's job runs
  kSuccess,      ///< the slot's job has succeeded
  kFailure,      ///< the slot's job has failed, and the slot is not retried
  kWaitTimeout,  ///< the slot's trigger was not ready in time
  kKilled,       ///< a person has killed the slot
};
inline constexpr int kSlotStatuses = 7;

/// The final outcome of a slot's status; kIndeterminate if the status is not final.
enum class SlotOutcome : std::uint8_t { kIndeterminate, kSuccess, kFailure };
SlotOutcome OutcomeOf(SlotStatus status);

/// Returns the name of a status, such as `WAIT_TIMEOUT`.
std::string_view NameOf(SlotStatus status);
/// Reads the name of a status. The error is the same as in Celos: `No enum constant ...`.
Result<SlotStatus> ReadSlotStatus(std::string_view name);

/// An event in the life of a slot.
enum class SlotEvent : std::uint8_t {
  kTriggered,  ///< the slot's trigger is ready
  kTimedOut,   ///< the slot's trigger was not ready in time
  kSubmitted,  ///< a job was made for the slot
  kSucceeded,  ///< the slot's job has succeeded
  kFailed,     ///< the slot's job has failed, and the slot is not retried
  kRetried,    ///< the slot's job has failed, and the slot is retried
  kRerun,      ///< a person has requested a rerun of the slot
  kKilled,     ///< a person has killed the slot
};
inline constexpr int kSlotEvents = 8;

/// The stored state of a slot.
struct SlotState {
  ScheduledTime time;
  SlotStatus status = SlotStatus::kWaiting;
  std::optional<std::string> external_id;  ///< id of the slot's job
  std::int32_t retry_count = 0;

  bool operator==(const SlotState&) const = default;
};

/// Returns the state after an event. Returns an error if the event is not allowed in this status.
/// `external_id` is the id of the job for the event kSubmitted.
Result<SlotState> After(const SlotState& state, SlotEvent event,
                        std::optional<std::string> external_id = std::nullopt);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_SLOT_STATE_H_
