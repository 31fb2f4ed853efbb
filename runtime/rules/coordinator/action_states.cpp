#include "runtime/rules/coordinator/action_states.h"

#include <algorithm>
#include <iterator>

namespace hpdl::rt {
namespace {

/// One change of state: the event `event` brings an action from the state `from` to the state `to`.
struct ActionStep {
  ActionState from;
  ActionEvent event;
  ActionState to;
};

constexpr ActionStep kActionSteps[] = {
    {ActionState::kWaiting, ActionEvent::kDataComplete, ActionState::kReady},
    {ActionState::kWaiting, ActionEvent::kTimeout, ActionState::kTimedOut},
    {ActionState::kWaiting, ActionEvent::kTooLate, ActionState::kSkipped},
    {ActionState::kReady, ActionEvent::kTooLate, ActionState::kSkipped},
    {ActionState::kWaiting, ActionEvent::kBadConfiguration, ActionState::kFailed},
    {ActionState::kReady, ActionEvent::kStart, ActionState::kSubmitted},
    {ActionState::kSubmitted, ActionEvent::kStarted, ActionState::kRunning},
    {ActionState::kSubmitted, ActionEvent::kNotStarted, ActionState::kFailed},
    {ActionState::kRunning, ActionEvent::kWorkflowSuspended, ActionState::kSuspended},
    {ActionState::kSuspended, ActionEvent::kWorkflowResumed, ActionState::kRunning},
};

bool HasWorkflow(ActionState state) {
  return state == ActionState::kRunning || state == ActionState::kSuspended;
}

}  // namespace

std::string_view WordOf(ActionState state) {
  constexpr std::string_view kWords[] = {"WAITING",   "READY",    "SUBMITTED", "RUNNING",
                                         "SUSPENDED", "TIMEDOUT", "SUCCEEDED", "KILLED",
                                         "FAILED",    "IGNORED",  "SKIPPED"};
  return kWords[static_cast<std::size_t>(state)];
}

bool IsTerminal(ActionState state) {
  return state >= ActionState::kTimedOut;
}

std::vector<ActionState> OpenStates() {
  return {ActionState::kWaiting, ActionState::kReady, ActionState::kSubmitted,
          ActionState::kRunning, ActionState::kSuspended};
}

std::optional<ActionState> StateAfter(ActionState state, ActionEvent event) {
  const auto to = [](bool holds, ActionState next) {
    return holds ? std::optional(next) : std::nullopt;
  };
  switch (event) {
    case ActionEvent::kWorkflowSucceeded:
      return to(HasWorkflow(state), ActionState::kSucceeded);
    case ActionEvent::kWorkflowFailed:
      return to(HasWorkflow(state), ActionState::kFailed);
    case ActionEvent::kWorkflowKilled:
      return to(HasWorkflow(state), ActionState::kKilled);
    case ActionEvent::kKill:
      return to(!IsTerminal(state), ActionState::kKilled);
    case ActionEvent::kKillByNumber:
      return to(state != ActionState::kKilled, ActionState::kKilled);
    case ActionEvent::kIgnore:
      return to(state == ActionState::kFailed || state == ActionState::kKilled ||
                    state == ActionState::kTimedOut,
                ActionState::kIgnored);
    case ActionEvent::kRerun:
      return to(IsTerminal(state), ActionState::kWaiting);
    default:
      break;
  }
  const auto* const found = std::find_if(
      std::begin(kActionSteps), std::end(kActionSteps),
      [&](const ActionStep& step) { return step.from == state && step.event == event; });
  return found == std::end(kActionSteps) ? std::nullopt : std::optional(found->to);
}

}  // namespace hpdl::rt
