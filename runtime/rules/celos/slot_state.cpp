#include "runtime/rules/celos/slot_state.h"

#include <array>
#include <utility>

#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

using enum SlotStatus;

constexpr std::array<std::string_view, kSlotStatuses> kStatusNames = {
    "WAITING", "READY", "RUNNING", "SUCCESS", "FAILURE", "WAIT_TIMEOUT", "KILLED"};

// Each row belongs to an event, and each column to an old status, in the order of the enumerations.
// An entry is the new status. kNever means that the event is not allowed in the old status.
constexpr std::optional<SlotStatus> kNever;
using Row = std::array<std::optional<SlotStatus>, kSlotStatuses>;
constexpr std::array<Row, kSlotEvents> kTable = {{
    // waiting      ready     running   success   failure   timeout   killed
    {kReady, kNever, kNever, kNever, kNever, kNever, kNever},          // triggered
    {kWaitTimeout, kNever, kNever, kNever, kNever, kNever, kNever},    // timed out
    {kNever, kRunning, kNever, kNever, kNever, kNever, kNever},        // submitted
    {kNever, kNever, kSuccess, kNever, kNever, kNever, kNever},        // succeeded
    {kNever, kNever, kFailure, kNever, kNever, kNever, kNever},        // failed
    {kNever, kNever, kWaiting, kNever, kNever, kNever, kNever},        // retried
    {kNever, kNever, kNever, kWaiting, kWaiting, kWaiting, kWaiting},  // rerun
    {kKilled, kKilled, kKilled, kNever, kNever, kNever, kNever},       // killed
}};

// The status that an event requires, as Celos names it in its messages.
constexpr std::array<std::string_view, kSlotEvents> kWanted = {
    "WAITING state", "WAITING state", "READY state",          "RUNNING state",
    "RUNNING state", "RUNNING state", "successful or failed", "indeterminate state"};

}  // namespace

SlotOutcome OutcomeOf(SlotStatus status) {
  switch (status) {
    case kWaiting:
    case kReady:
    case kRunning:
      return SlotOutcome::kIndeterminate;
    case kSuccess:
      return SlotOutcome::kSuccess;
    default:
      return SlotOutcome::kFailure;
  }
}

std::string_view NameOf(SlotStatus status) {
  return kStatusNames[static_cast<std::size_t>(status)];
}

Result<SlotStatus> ReadSlotStatus(std::string_view name) {
  for (std::size_t i = 0; i < kStatusNames.size(); ++i) {
    if (kStatusNames[i] == name) {
      return static_cast<SlotStatus>(i);
    }
  }
  return JavaException(kIllegalArgument, "No enum constant com.collective.celos.SlotState.Status." +
                                             std::string(name));
}

Result<SlotState> After(const SlotState& state, SlotEvent event,
                        std::optional<std::string> external_id) {
  const auto row = static_cast<std::size_t>(event);
  const std::optional<SlotStatus> next = kTable[row][static_cast<std::size_t>(state.status)];
  if (!next) {
    return JavaException(kIllegalState, "Slot must be in " + std::string(kWanted[row]) +
                                            ", but is: " + std::string(NameOf(state.status)));
  }
  SlotState after{state.time, *next, std::nullopt, state.retry_count};
  switch (event) {
    case SlotEvent::kTriggered:
    case SlotEvent::kTimedOut:
      break;
    case SlotEvent::kSubmitted:
      after.external_id = std::move(external_id);
      break;
    case SlotEvent::kSucceeded:
    case SlotEvent::kFailed:
      after.external_id = state.external_id;
      break;
    case SlotEvent::kRetried:
      after.retry_count = state.retry_count + 1;
      break;
    case SlotEvent::kRerun:
      after.retry_count = 0;
      break;
    case SlotEvent::kKilled:
      after.external_id = state.external_id;
      after.retry_count = 0;
      break;
  }
  return after;
}

}  // namespace hpdl::rt::celos
