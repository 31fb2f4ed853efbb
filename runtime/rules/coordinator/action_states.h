#ifndef HPDL_RUNTIME_RULES_COORDINATOR_ACTION_STATES_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_ACTION_STATES_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace hpdl::rt {

/// The states of an action of a coordinator.
enum class ActionState : std::uint8_t {
  kWaiting,    ///< for its data
  kReady,      ///< for a place among those that run at once
  kSubmitted,  ///< its workflow is being started
  kRunning,
  kSuspended,
  kTimedOut,
  kSucceeded,
  kKilled,
  kFailed,
  kIgnored,
  kSkipped,
};

/// As Oozie writes it: `WAITING`, `TIMEDOUT`.
std::string_view WordOf(ActionState state);

/// Whether only a person can change it any more.
bool IsTerminal(ActionState state);
/// All others.
std::vector<ActionState> OpenStates();

/// What happens to an action.
enum class ActionEvent : std::uint8_t {
  kDataComplete,
  kTimeout,           ///< the data has not come in time
  kTooLate,           ///< the order of execution leaves it out (IsTooLate)
  kBadConfiguration,  ///< an expression of its workflow's properties failed
  kStart,             ///< it has a place
  kStarted,           ///< its workflow is there
  kNotStarted,        ///< its workflow cannot be submitted
  kWorkflowSucceeded,
  kWorkflowFailed,
  kWorkflowKilled,
  kWorkflowSuspended,  ///< by itself, or with the coordinator
  kWorkflowResumed,
  kKill,          ///< of the coordinator, or of this action by its date
  kKillByNumber,  ///< also of an action that is over
  kIgnore,
  kRerun,
};

/// The state after an event; nothing if it changes nothing.
std::optional<ActionState> StateAfter(ActionState state, ActionEvent event);

/// Whether it is taken away when the end or the pause of its coordinator moves before it.
inline bool IsTakenAway(ActionState state) {
  return state == ActionState::kWaiting || state == ActionState::kReady;
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_ACTION_STATES_H_
