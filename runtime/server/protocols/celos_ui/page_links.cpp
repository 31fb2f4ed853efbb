#include "runtime/server/protocols/celos_ui/page_links.h"

#include "runtime/ground/base/percent.h"

namespace hpdl::rt::celos {
namespace {

std::string Parameter(std::string_view name, std::optional<ScheduledTime> time) {
  return time ? "&" + std::string(name) + "=" + PercentEncoded(time->Pretty(), "-._~:") : "";
}

}  // namespace

std::string OverviewUrl(std::optional<ScheduledTime> newest, int zoom) {
  return "/ui?zoom=" + std::to_string(zoom) + Parameter("time", newest);
}

std::string WorkflowUrl(std::string_view id, std::optional<ScheduledTime> end,
                        std::optional<ScheduledTime> slot) {
  return "/ui/workflow?id=" + PercentEncoded(id) + Parameter("time", end) + Parameter("slot", slot);
}

std::string TriggerUrl(std::string_view id, ScheduledTime slot) {
  return "/ui/trigger?id=" + PercentEncoded(id) + Parameter("time", slot);
}

std::string ActionUrl(std::string_view path, std::string_view id,
                      std::optional<ScheduledTime> view) {
  // The id is in the URL, because browsers would change the line ends of an id in a form's field.
  return std::string(path) + "?id=" + PercentEncoded(id) + Parameter("view", view);
}

std::string HueUrl(std::string_view hue, const SlotState& slot) {
  return hue.empty() || !slot.external_id ? ""
                                          : std::string(hue) + "/list_oozie_workflow/" +
                                                PercentEncoded(*slot.external_id, "-._~@");
}

// Returns a time with its day, hour and minute: `2015-09-01 05:00 UTC`.
std::string ShownMinute(ScheduledTime time) {
  const std::string text = time.Text();
  const std::size_t t = text.rfind('T');
  return text.substr(0, t) + " " + text.substr(t + 1, 5) + " UTC";
}

std::string ShownTime(ScheduledTime time) {
  const std::string text = time.Pretty();
  const std::size_t t = text.rfind('T');
  return text.substr(0, t) + " " + text.substr(t + 1, text.size() - t - 2) + " UTC";
}

std::string ShownHourMinute(ScheduledTime time) {
  const std::string text = time.Text();
  const std::size_t t = text.rfind('T');
  return text.substr(t + 1, 2) + text.substr(t + 4, 2);
}

std::string ShownDay(ScheduledTime time) {
  const std::string text = time.Text();
  return text.substr(text.rfind('T') - 2, 2);
}

}  // namespace hpdl::rt::celos
