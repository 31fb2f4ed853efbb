#include "runtime/rules/coordinator/execution_order.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace hpdl::rt {
namespace {

constexpr std::string_view kOrders[] = {"FIFO", "LIFO", "LAST_ONLY", "NONE"};

/// Returns the time of the next action after the action `turn`; nullopt if this time is after the
/// end of the schedule. With cron, summer time may have moved the nominal time of `turn`. The
/// search then begins at the moved time.
std::optional<std::int64_t> NextUpToEnd(const Schedule& schedule, const Turn& turn) {
  const Turn moved{turn.number, turn.time, turn.time};
  const std::optional<Turn> next = TurnAfter(schedule, moved);
  return next && next->regular <= schedule.end ? std::optional(next->regular) : std::nullopt;
}

}  // namespace

std::optional<ExecutionOrder> ReadExecutionOrder(std::string_view word) {
  const auto* const found = std::find(std::begin(kOrders), std::end(kOrders), word);
  return found == std::end(kOrders)
             ? std::nullopt
             : std::optional(static_cast<ExecutionOrder>(found - std::begin(kOrders)));
}

std::string_view WordOf(ExecutionOrder order) {
  return kOrders[static_cast<std::size_t>(order)];
}

bool IsTooLate(const Schedule& schedule, ExecutionOrder order, const Turn& turn, std::int64_t now,
               std::int64_t tolerance) {
  if (order == ExecutionOrder::kLastOnly) {
    const std::optional<std::int64_t> next = NextUpToEnd(schedule, turn);
    return next && now > *next;
  }
  return order == ExecutionOrder::kNone && now > turn.time + tolerance * 60;
}

bool IsTimedOut(std::int64_t nominal, std::int64_t made, std::int64_t timeout, std::int64_t now) {
  return (now - std::max(nominal, made)) / 60 > timeout;
}

std::int64_t FreePlaces(std::int64_t concurrency, std::int64_t running) {
  return concurrency < 0 ? std::numeric_limits<std::int64_t>::max()
                         : std::max<std::int64_t>(concurrency - running, 0);
}

bool StartsActions(CoordinatorState state) {
  return state == CoordinatorState::kRunning || state == CoordinatorState::kRunningWithError ||
         state == CoordinatorState::kSucceeded || state == CoordinatorState::kPaused ||
         state == CoordinatorState::kPausedWithError;
}

std::vector<Turn> ToStart(std::vector<Turn> ready, ExecutionOrder order, std::int64_t concurrency,
                          std::int64_t running) {
  const bool first_first = order == ExecutionOrder::kFifo;
  std::sort(ready.begin(), ready.end(), [&](const Turn& a, const Turn& b) {
    return first_first ? a.number < b.number : a.number > b.number;
  });
  const std::int64_t places = FreePlaces(concurrency, running);
  if (static_cast<std::int64_t>(ready.size()) > places) {
    ready.resize(static_cast<std::size_t>(places));
  }
  return ready;
}

}  // namespace hpdl::rt
