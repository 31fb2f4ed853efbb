#include "runtime/server/protocols/celos_ui/shown_slots.h"

#include <algorithm>
#include <array>

#include "runtime/rules/celos/scheduler.h"
#include "runtime/server/protocols/celos_ui/page_links.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::array<LookWords, kLooks> kWords = {{
    {"UNREADABLE", "?", "its state cannot be read"},
    {"FAILURE", "fail", "has failed"},
    {"WAIT_TIMEOUT", "time", "has waited too long"},
    {"KILLED", "kill", "killed"},
    {"WAITING", "wait", "waits for its trigger"},
    {"READY", "rdy", "ready"},
    {"RUNNING", "run", "runs"},
    {"SUCCESS", "", "has succeeded"},
    {"UNSEEN", "idle", "not looked at by the scheduler"},
}};

Look LookOf(SlotStatus status) {
  switch (status) {
    case SlotStatus::kWaiting:
      return Look::kWaiting;
    case SlotStatus::kReady:
      return Look::kReady;
    case SlotStatus::kRunning:
      return Look::kRunning;
    case SlotStatus::kSuccess:
      return Look::kSuccess;
    case SlotStatus::kFailure:
      return Look::kFailure;
    case SlotStatus::kWaitTimeout:
      return Look::kWaitTimeout;
    case SlotStatus::kKilled:
      return Look::kKilled;
  }
  return Look::kUnreadable;
}

// Returns the reason why the scheduler does not look at a slot that has not ended; "" if it does.
std::string WhyUnseen(const SlotState& slot, const SeenWindow& window, ScheduledTime now) {
  if (OutcomeOf(slot.status) != SlotOutcome::kIndeterminate || window.marked.contains(slot.time)) {
    return "";
  }
  if (slot.time > now) {
    return "not looked at yet: it is in the future";
  }
  if (slot.time >= window.start) {
    return "";
  }
  return "not looked at: the scheduler looks at slots from " + ShownTime(window.start) +
         (slot.status == SlotStatus::kWaiting ? " on; a backfill lets it run"
                                              : " on; kill it, then rerun it, to let it run");
}

}  // namespace

const LookWords& WordsOf(Look look) {
  return kWords.at(static_cast<std::size_t>(look));
}

std::string_view BriefOf(const ShownSlot& slot) {
  const bool begun = slot.look == Look::kUnseen && slot.state.status != SlotStatus::kWaiting;
  return WordsOf(begun ? LookOf(slot.state.status) : slot.look).brief;
}

std::string StatusText(const ShownSlot& slot) {
  if (slot.look == Look::kUnreadable) {
    return "UNREADABLE: " + slot.reason;
  }
  // A slot that is not looked at and that has no other status does not wait.
  const bool waits_not = slot.look == Look::kUnseen && slot.state.status == SlotStatus::kWaiting;
  const std::string name(waits_not ? "" : NameOf(slot.state.status));
  return name + (name.empty() || slot.reason.empty() ? "" : ", ") + slot.reason;
}

std::vector<ShownSlot> ShownSlots(const WorkflowSlots& workflow, ScheduledTime now) {
  constexpr std::int64_t kWindowMs = kWindowHours * 3'600'000;
  const SeenWindow window = workflow.window.value_or(SeenWindow{{now.ms - kWindowMs}, {}});
  std::vector<ShownSlot> shown;
  for (const SlotState& slot : workflow.slots) {
    std::string reason = WhyUnseen(slot, window, now);
    const Look look = reason.empty() ? LookOf(slot.status) : Look::kUnseen;
    shown.push_back({slot, look, std::move(reason)});
  }
  for (const auto& [time, error] : workflow.unreadable) {
    shown.push_back({SlotState{time}, Look::kUnreadable, error});
  }
  std::stable_sort(shown.begin(), shown.end(), [](const ShownSlot& one, const ShownSlot& other) {
    return one.state.time > other.state.time;
  });
  return shown;
}

}  // namespace hpdl::rt::celos
