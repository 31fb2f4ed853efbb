#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_WORKFLOW_PAGE_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_WORKFLOW_PAGE_H_

#include <optional>
#include <string>

#include "runtime/server/protocols/celos_ui/server_answers.h"
#include "runtime/server/protocols/celos_ui/shown_slots.h"

namespace hpdl::rt::celos {

/// The maximum number of slots on a page.
inline constexpr std::size_t kMostSlotsShown = 100;

/// The data of a workflow's page.
struct WorkflowView {
  std::string id;
  ScheduledTime now;
  ScheduledTime last;                 ///< later slots are not shown
  bool is_now = false;                ///< the page always ends at the present time
  std::string hue;                    ///< the URL of Hue; "": no Hue
  WorkflowSlots workflow;             ///< the slots up to `last`
  std::optional<ScheduledTime> slot;  ///< the slot that is shown in detail
  std::optional<ShownSlot> state;     ///< the state of `slot`; nullopt if the slot does not exist
  std::string done;                   ///< the last action: `rerun`; "": no action
};

std::string WorkflowPage(const WorkflowView& view);

/// Shows the parts of a trigger, and the state of each part for a slot.
std::string TriggerPage(const std::string& id, ScheduledTime slot, const TriggerTree& tree);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_WORKFLOW_PAGE_H_
