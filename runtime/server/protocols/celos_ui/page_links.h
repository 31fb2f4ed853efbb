#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_PAGE_LINKS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_PAGE_LINKS_H_

#include <optional>
#include <string>
#include <string_view>

#include "runtime/rules/celos/scheduled_time.h"
#include "runtime/rules/celos/slot_state.h"

/// URLs of the pages, and times in the form in which the pages show them.
namespace hpdl::rt::celos {

/// Returns the URL of the overview. If `newest` is nullopt, the overview shows the present time.
std::string OverviewUrl(std::optional<ScheduledTime> newest, int zoom);
/// Returns the URL of a workflow's page. `slot` is the slot that the page shows in detail.
std::string WorkflowUrl(std::string_view id, std::optional<ScheduledTime> end,
                        std::optional<ScheduledTime> slot = std::nullopt);
std::string TriggerUrl(std::string_view id, ScheduledTime slot);
/// Returns the URL that a button posts to; `path` is `/ui/rerun`, `/ui/kill` or `/ui/pause`.
std::string ActionUrl(std::string_view path, std::string_view id,
                      std::optional<ScheduledTime> view);
/// Returns the URL at which Hue shows the job of a slot; "": there is no Hue or no job.
std::string HueUrl(std::string_view hue, const SlotState& slot);

/// Returns `2015-09-01 05:00 UTC`.
std::string ShownMinute(ScheduledTime time);
/// Returns `2015-09-01 05:00 UTC`, with seconds and milliseconds if there are any.
std::string ShownTime(ScheduledTime time);
/// Returns hour and minute: `0500`.
std::string ShownHourMinute(ScheduledTime time);
/// Returns the day of the month: `01`.
std::string ShownDay(ScheduledTime time);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_PAGE_LINKS_H_
