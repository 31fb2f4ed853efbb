#ifndef HPDL_RUNTIME_RULES_COORDINATOR_ACTION_STATES_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_ACTION_STATES_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace hpdl::rt {

/// The states of an action of a coordinator.
enum class ActionState : std::uint8_t {
  kWaiting,    ///< the action waits for its data
  kReady,      ///< the action waits until `concurrency` allows it to run
  kSubmitted,  ///< the action's workflow is being started
  kRunning,
  kSuspended,
  kTimedOut,
  kSucceeded,
  kKilled,
  kFailed,
  kIgnored,
  kSkipped,
};

/// Returns Oozie's name of a state, such as `WAITING` or `TIMEDOUT`.
std::string_view WordOf(ActionState state);

/// True if only a user's command can change the state.
bool IsTerminal(ActionState state);
/// Returns the states that are not terminal.
std::vector<ActionState> OpenStates();

/// The events that can change the state of an action.
enum class ActionEvent : std::uint8_t {
  kDataComplete,
  kTimeout,           ///< the data did not come in time
  kTooLate,           ///< the execution order skips the action (IsTooLate)
  kBadConfiguration,  ///< an expression in the properties of the action's workflow failed
  kStart,             ///< `concurrency` allows the action to run
  kStarted,           ///< the action's workflow was started
  kNotStarted,        ///< the action's workflow could not be submitted
  kWorkflowSucceeded,
  kWorkflowFailed,
  kWorkflowKilled,
  kWorkflowSuspended,  ///< the workflow was suspended, alone or with the coordinator
  kWorkflowResumed,
  kKill,          ///< a kill of the coordinator, or of this action by its nominal time
  kKillByNumber,  ///< a kill of this action by its number; it also changes an action that has ended
  kIgnore,
  kRerun,
};

/// Returns the state after an event; nullopt if the event does not change the state.
std::optional<ActionState> StateAfter(ActionState state, ActionEvent event);

/// True if an action in this state is removed when the coordinator's end or pause time is moved to
/// a time before the action.
inline bool IsTakenAway(ActionState state) {
  return state == ActionState::kWaiting || state == ActionState::kReady;
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_ACTION_STATES_H_
