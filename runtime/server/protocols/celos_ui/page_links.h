#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_PAGE_LINKS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_PAGE_LINKS_H_

#include <optional>
#include <string>
#include <string_view>

#include "runtime/rules/celos/scheduled_time.h"
#include "runtime/rules/celos/slot_state.h"

/// Where the pages are, and how they name times.
namespace hpdl::rt::celos {

/// No time: now.
std::string OverviewUrl(std::optional<ScheduledTime> newest, int zoom);
/// `slot`: the one that is looked at.
std::string WorkflowUrl(std::string_view id, std::optional<ScheduledTime> end,
                        std::optional<ScheduledTime> slot = std::nullopt);
std::string TriggerUrl(std::string_view id, ScheduledTime slot);
/// What a button posts to; `path` is `/ui/rerun` and the like.
std::string ActionUrl(std::string_view path, std::string_view id,
                      std::optional<ScheduledTime> view);
/// Where Hue shows the job of a slot; "" without a Hue or without a job.
std::string HueUrl(std::string_view hue, const SlotState& slot);

/// `2015-09-01 05:00 UTC`
std::string ShownMinute(ScheduledTime time);
/// The same with seconds and milliseconds, where there are any.
std::string ShownTime(ScheduledTime time);
/// `0500`
std::string ShownHourMinute(ScheduledTime time);
/// `01`
std::string ShownDay(ScheduledTime time);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_PAGE_LINKS_H_
