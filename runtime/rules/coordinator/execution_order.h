#ifndef HPDL_RUNTIME_RULES_COORDINATOR_EXECUTION_ORDER_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_EXECUTION_ORDER_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "runtime/rules/coordinator/job_states.h"
#include "runtime/rules/coordinator/nominal_times.h"

/// Decides which due actions run, and when. All times are seconds since 1970.
namespace hpdl::rt {

/// The value of `execution` in a definition.
enum class ExecutionOrder : std::uint8_t { kFifo, kLifo, kLastOnly, kNone };

/// Reads `FIFO`, `LIFO`, `LAST_ONLY` or `NONE`, in capitals. Returns nothing for any other word.
std::optional<ExecutionOrder> ReadExecutionOrder(std::string_view word);
std::string_view WordOf(ExecutionOrder order);

/// True if the execution order leaves an action out. The order LAST_ONLY leaves an action out if
/// there is a next turn before or at the end, and the time of this next turn is past. The order
/// NONE leaves an action out if its nominal time is more than `tolerance` minutes past.
bool IsTooLate(const Schedule& schedule, ExecutionOrder order, const Turn& turn, std::int64_t now,
               std::int64_t tolerance);

/// True if the data of an action has not come in time: more than `timeout` whole minutes have
/// passed since its nominal time and since the action was made.
bool IsTimedOut(std::int64_t nominal, std::int64_t made, std::int64_t timeout, std::int64_t now);

/// Returns how many more actions may start: `concurrency` minus the actions that run or are being
/// started. There is no limit if `concurrency` is negative.
std::int64_t FreePlaces(std::int64_t concurrency, std::int64_t running);

/// True if a coordinator in this state starts its ready actions.
bool StartsActions(CoordinatorState state);

/// Returns the ready actions that start now, in the order of starting. FIFO starts with the lowest
/// turn number, the other orders with the highest.
std::vector<Turn> ToStart(std::vector<Turn> ready, ExecutionOrder order, std::int64_t concurrency,
                          std::int64_t running);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_EXECUTION_ORDER_H_
