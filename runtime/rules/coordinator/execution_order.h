#ifndef HPDL_RUNTIME_RULES_COORDINATOR_EXECUTION_ORDER_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_EXECUTION_ORDER_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "runtime/rules/coordinator/job_states.h"
#include "runtime/rules/coordinator/nominal_times.h"

/// Decides which due actions start and which are skipped. All times are seconds since 1970.
namespace hpdl::rt {

/// The value of `execution` in a definition.
enum class ExecutionOrder : std::uint8_t { kFifo, kLifo, kLastOnly, kNone };

/// Reads `FIFO`, `LIFO`, `LAST_ONLY` or `NONE`, in capitals. Returns nullopt for any other text.
std::optional<ExecutionOrder> ReadExecutionOrder(std::string_view word);
std::string_view WordOf(ExecutionOrder order);

/// True if the execution order skips an action. The order LAST_ONLY skips an action if the time of
/// the next action is past and not after the end of the schedule. The order NONE skips an action if
/// its nominal time is more than `tolerance` minutes past.
bool IsTooLate(const Schedule& schedule, ExecutionOrder order, const Turn& turn, std::int64_t now,
               std::int64_t tolerance);

/// True if the data of an action has not come in time: more than `timeout` whole minutes have
/// passed since the nominal time or since the action was made, whichever is later.
bool IsTimedOut(std::int64_t nominal, std::int64_t made, std::int64_t timeout, std::int64_t now);

/// Returns how many more actions may start: `concurrency` minus the actions that run or are being
/// started. There is no limit if `concurrency` is negative.
std::int64_t FreePlaces(std::int64_t concurrency, std::int64_t running);

/// True if a coordinator in this state starts its ready actions.
bool StartsActions(CoordinatorState state);

/// Returns the ready actions that start now, in the order in which they start. FIFO starts the
/// action with the lowest number first. The other orders start the action with the highest number
/// first.
std::vector<Turn> ToStart(std::vector<Turn> ready, ExecutionOrder order, std::int64_t concurrency,
                          std::int64_t running);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_EXECUTION_ORDER_H_
