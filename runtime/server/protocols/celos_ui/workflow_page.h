#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_WORKFLOW_PAGE_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_WORKFLOW_PAGE_H_

#include <optional>
#include <string>

#include "runtime/server/protocols/celos_ui/server_answers.h"

namespace hpdl::rt::celos {

/// Slots on a page, at most.
inline constexpr std::size_t kMostSlotsShown = 100;

/// What the page of a workflow shows.
struct WorkflowView {
  std::string id;
  ScheduledTime end;                  ///< slots from here on are not shown
  bool is_now = false;                ///< the end is now, and moves on
  std::string hue;                    ///< the URL of Hue; "": none
  WorkflowSlots workflow;             ///< those before the end
  std::optional<ScheduledTime> slot;  ///< the one that is looked at
  std::optional<SlotState> state;     ///< of that; nothing if there is no such slot
  std::string done;                   ///< what has just been done: `rerun`; "": nothing
};

std::string WorkflowPage(const WorkflowView& view);

/// The parts of a trigger, and what each says of a slot.
std::string TriggerPage(const std::string& id, ScheduledTime slot, const TriggerTree& tree);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_WORKFLOW_PAGE_H_
