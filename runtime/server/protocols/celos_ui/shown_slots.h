#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_SHOWN_SLOTS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_SHOWN_SLOTS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/rules/celos/slot_state.h"
#include "runtime/server/protocols/celos_ui/server_answers.h"

namespace hpdl::rt::celos {

/// The look of a slot on the pages, the worst first.
enum class Look : std::uint8_t {
  kUnreadable,
  kFailure,
  kWaitTimeout,
  kKilled,
  kWaiting,
  kReady,
  kRunning,
  kSuccess,
  kUnseen,  ///< the slot has not ended, and the scheduler does not look at it
};
inline constexpr int kLooks = 9;

struct LookWords {
  std::string_view name;   ///< the class of a cell, which is also the name of the status
  std::string_view brief;  ///< at most four letters; empty for a slot that has succeeded
  std::string_view meaning;
};
const LookWords& WordsOf(Look look);

/// A slot as the pages show it.
struct ShownSlot {
  SlotState state;  ///< only its time is known if the slot is unreadable
  Look look = Look::kWaiting;
  std::string reason;  ///< why the slot is unreadable or unseen; else empty
};

/// Returns the short text of a slot, such as `fail`. An unseen slot that has begun keeps the word
/// of its status.
std::string_view BriefOf(const ShownSlot& slot);
/// Returns the name of the slot's status, and the reason for its look, if there is one.
std::string StatusText(const ShownSlot& slot);

/// Returns the slots of a workflow, the newest first. If the server does not say which slots the
/// scheduler looks at, these are the slots of the week before `now`.
std::vector<ShownSlot> ShownSlots(const WorkflowSlots& workflow, ScheduledTime now);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_SHOWN_SLOTS_H_
