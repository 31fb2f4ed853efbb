#ifndef HPDL_RUNTIME_RULES_COORDINATOR_JOB_STATES_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_JOB_STATES_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace hpdl::rt {

/// The states of a coordinator. By default, Oozie shows kRunningWithError, kSuspendedWithError and
/// kPausedWithError as RUNNING, SUSPENDED and PAUSED (ShownState).
enum class CoordinatorState : std::uint8_t {
  kPrep,
  kPrepSuspended,
  kPrepPaused,
  kRunning,
  kRunningWithError,
  kSuspended,
  kSuspendedWithError,
  kPaused,
  kPausedWithError,
  kSucceeded,
  kDoneWithError,
  kKilled,
  kFailed,
  kIgnored,
};

/// Returns Oozie's name of a state, such as `PREP` or `RUNNINGWITHERROR`.
std::string_view WordOf(CoordinatorState state);

/// Returns the state that users see by default: RUNNINGWITHERROR becomes RUNNING, and so on.
/// DONEWITHERROR does not change. A site can choose to show RUNNINGWITHERROR and the other states
/// unchanged.
CoordinatorState ShownState(CoordinatorState state);

/// The events that can change the state of a coordinator. The end of an action is not an event:
/// StateOfActions() handles it.
enum class CoordinatorEvent : std::uint8_t {
  kMaterialised,      ///< a pass of materialisation is done, even if it made no actions
  kFailed,            ///< a pass of materialisation failed
  kSuspend,           ///< a user's request
  kResume,            ///< a user's request
  kPause,             ///< the pause time has come
  kUnpause,           ///< the pause time was removed or moved to a later time
  kKill,              ///< a user's request
  kIgnore,            ///< a user's request, for a job without pending commands
  kRun,               ///< a user's request with status=RUNNING
  kLaterEnd,          ///< the end time was moved to a later time
  kEndNotAfterStart,  ///< the end time was moved to the start time or to an earlier time
  kRerun,             ///< actions of the coordinator run again
};

/// Returns the state after an event; nullopt if the event does not change the state. An impossible
/// request does not change the state and is not an error, because Oozie reports it as successful.
std::optional<CoordinatorState> StateAfter(CoordinatorState state, CoordinatorEvent event);

/// The number of actions of a coordinator in each state. Ignored actions are not counted.
struct ActionCounts {
  std::int64_t succeeded = 0, skipped = 0;
  std::int64_t failed = 0, killed = 0, timed_out = 0;
  std::int64_t suspended = 0;
  std::int64_t open = 0;  ///< waiting, ready, submitted and running actions
};

/// Returns the state of a coordinator that follows from its actions. `all_made` is true if no more
/// actions will be made. `pending` is true if a command on an action is not done yet. If the
/// coordinator has not started yet, its state does not change. A final state does not change while
/// actions are open.
CoordinatorState StateOfActions(CoordinatorState state, const ActionCounts& counts, bool all_made,
                                bool pending);

/// True if only a command can change the state.
bool IsFinished(CoordinatorState state);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_JOB_STATES_H_
