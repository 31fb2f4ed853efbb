#include "runtime/rules/coordinator/materialisation.h"

#include <algorithm>
#include <limits>

namespace hpdl::rt {
namespace {

bool IsLiveState(CoordinatorState state) {
  return state == CoordinatorState::kPrep || state == CoordinatorState::kRunning ||
         state == CoordinatorState::kRunningWithError;
}

/// True for LAST_ONLY and NONE: these orders skip actions whose time is past. With these orders,
/// the throttle does not limit how many past actions a pass makes.
bool LeavesOut(ExecutionOrder order) {
  return order == ExecutionOrder::kLastOnly || order == ExecutionOrder::kNone;
}

/// Returns the end of one catch-up pass: `throttle` periods after `from`. If that time is not past,
/// the end is the last nominal time before `now`, or `window_end` if `window_end` is later.
std::int64_t CatchUpUntil(const Schedule& schedule, const Period& period, std::int64_t from,
                          std::int64_t throttle, std::int64_t now, std::int64_t window_end) {
  std::int64_t before = from;
  for (std::int64_t i = 1; i <= throttle; ++i) {
    const std::optional<std::int64_t> time = CheckedTimeAfter(period, from, i, schedule.zone);
    if (!time || *time >= now) {
      return std::max(before, window_end);
    }
    before = *time;
  }
  return before;
}

/// Returns the end of a pass. The pass makes no actions at or after this time.
std::int64_t PassEnd(const Schedule& schedule, const MaterialisationFacts& facts, std::int64_t from,
                     std::int64_t now, std::int64_t window) {
  const std::int64_t window_end = from + window;
  std::int64_t end = window_end;
  if (window_end <= now) {
    const Period* period = std::get_if<Period>(&schedule.frequency);
    if (LeavesOut(facts.order)) {
      end = now;
    } else if (period == nullptr) {
      end = schedule.end;
    } else if (facts.throttle > 0) {
      end = CatchUpUntil(schedule, *period, from, facts.throttle, now, window_end);
    }
  }
  return std::min(end, schedule.end);
}

}  // namespace

std::optional<MaterialisationPass> Materialise(const Schedule& schedule,
                                               const MaterialisationFacts& facts, std::int64_t now,
                                               const MaterialisationSettings& settings) {
  const std::int64_t from = facts.next ? facts.next->regular : schedule.start;
  if (!IsLiveState(facts.state) || from > now + settings.look_ahead || from >= schedule.end ||
      (facts.pause && *facts.pause <= from)) {
    return std::nullopt;
  }
  const std::int64_t end = PassEnd(schedule, facts, from, now, settings.window);
  const bool unlimited = LeavesOut(facts.order) && end <= now;
  const std::int64_t budget =
      unlimited ? std::numeric_limits<std::int64_t>::max() : facts.throttle - facts.waiting;
  const std::int64_t until = facts.pause ? std::min(end, *facts.pause) : end;

  MaterialisationPass pass;
  pass.next = facts.next ? FirstOfPass(*facts.next) : FirstTurn(schedule);
  while (pass.next && pass.next->regular < until && pass.actions.size() < kMostActionsOfAPass &&
         static_cast<std::int64_t>(pass.actions.size()) < budget) {
    pass.actions.push_back(*pass.next);
    pass.next = TurnAfter(schedule, *pass.next);
  }
  pass.all_made = !pass.next || pass.next->regular >= schedule.end;
  return pass;
}

}  // namespace hpdl::rt
