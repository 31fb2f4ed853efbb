#ifndef HPDL_RUNTIME_RULES_COORDINATOR_EXECUTION_ORDER_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_EXECUTION_ORDER_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "runtime/rules/coordinator/job_states.h"
#include "runtime/rules/coordinator/nominal_times.h"

/// Which of the actions that are due run, and when. All times are seconds since 1970.
namespace hpdl::rt {

/// What `execution` says.
enum class ExecutionOrder : std::uint8_t { kFifo, kLifo, kLastOnly, kNone };

/// Of `FIFO`, `LIFO`, `LAST_ONLY` and `NONE`, in capitals; nothing for any other word.
std::optional<ExecutionOrder> ReadExecutionOrder(std::string_view word);
std::string_view WordOf(ExecutionOrder order);

/// Whether an order leaves an action out: LAST_ONLY when the time of the next turn is past, if
/// there is one up to the end, the end itself included; NONE when the nominal time is more than
/// `tolerance` minutes past.
bool IsTooLate(const Schedule& schedule, ExecutionOrder order, const Turn& turn, std::int64_t now,
               std::int64_t tolerance);

/// Whether the data of an action has not come in time: more than `timeout` whole minutes have gone
/// since its nominal time, and since it was made.
bool IsTimedOut(std::int64_t nominal, std::int64_t made, std::int64_t timeout, std::int64_t now);

/// How many more actions may be started: `concurrency` less those that run or are being started;
/// negative: all of them.
std::int64_t FreePlaces(std::int64_t concurrency, std::int64_t running);

/// Whether a coordinator in this state starts actions that are ready.
bool StartsActions(CoordinatorState state);

/// The ready actions that are started now, in the order in which that is done: by their turns, the
/// first one first for FIFO, else the last.
std::vector<Turn> ToStart(std::vector<Turn> ready, ExecutionOrder order, std::int64_t concurrency,
                          std::int64_t running);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_EXECUTION_ORDER_H_
