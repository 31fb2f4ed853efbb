#include "runtime/rules/coordinator/bundle_states.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>

namespace hpdl::rt {
namespace {

using State = CoordinatorState;

struct BundleStep {
  State from;
  BundleEvent event;
  State to;
};

constexpr BundleStep kSteps[] = {
    {State::kPrep, BundleEvent::kStart, State::kRunning},
    {State::kPrep, BundleEvent::kNothing, State::kFailed},
    {State::kPrep, BundleEvent::kSuspend, State::kPrepSuspended},
    {State::kPrepPaused, BundleEvent::kSuspend, State::kPrepSuspended},
    {State::kRunning, BundleEvent::kSuspend, State::kSuspended},
    {State::kPaused, BundleEvent::kSuspend, State::kSuspended},
    {State::kRunningWithError, BundleEvent::kSuspend, State::kSuspendedWithError},
    {State::kPausedWithError, BundleEvent::kSuspend, State::kSuspendedWithError},
    {State::kPrepSuspended, BundleEvent::kResume, State::kPrep},
    {State::kSuspended, BundleEvent::kResume, State::kRunning},
    {State::kSuspendedWithError, BundleEvent::kResume, State::kRunningWithError},
    {State::kPrep, BundleEvent::kPause, State::kPrepPaused},
    {State::kRunning, BundleEvent::kPause, State::kPaused},
    {State::kRunningWithError, BundleEvent::kPause, State::kPausedWithError},
    {State::kPrepPaused, BundleEvent::kUnpause, State::kPrep},
    {State::kPaused, BundleEvent::kUnpause, State::kRunning},
    {State::kPausedWithError, BundleEvent::kUnpause, State::kRunningWithError},
    {State::kSucceeded, BundleEvent::kLaterEnd, State::kRunning},
    {State::kDoneWithError, BundleEvent::kLaterEnd, State::kRunningWithError},
    {State::kFailed, BundleEvent::kLaterEnd, State::kRunningWithError},
    {State::kSucceeded, BundleEvent::kRerun, State::kRunning},
    {State::kSuspended, BundleEvent::kRerun, State::kRunning},
    {State::kSuspendedWithError, BundleEvent::kRerun, State::kRunningWithError},
    {State::kDoneWithError, BundleEvent::kRerun, State::kRunningWithError},
};

bool IsAmong(State state, std::initializer_list<State> states) {
  return std::find(states.begin(), states.end(), state) != states.end();
}

bool All(const std::vector<State>& bundled, std::initializer_list<State> states) {
  return std::all_of(bundled.begin(), bundled.end(),
                     [&](State state) { return IsAmong(state, states); });
}

bool Any(const std::vector<State>& bundled, std::initializer_list<State> states) {
  return std::any_of(bundled.begin(), bundled.end(),
                     [&](State state) { return IsAmong(state, states); });
}

/// Returns the state of a bundle whose coordinators have all ended.
State EndOfBundle(State state, const std::vector<State>& bundled) {
  if (state == State::kKilled) {
    return state;
  }
  if (All(bundled, {State::kSucceeded})) {
    return State::kSucceeded;
  }
  if (All(bundled, {State::kKilled})) {
    return State::kKilled;
  }
  return All(bundled, {State::kFailed}) ? State::kFailed : State::kDoneWithError;
}

State WithError(bool error, State with, State without) {
  return error ? with : without;
}

}  // namespace

std::optional<State> BundleStateAfter(State state, BundleEvent event) {
  if (event == BundleEvent::kKill) {
    return IsFinished(state) ? std::nullopt : std::optional(State::kKilled);
  }
  const auto* const found = std::find_if(
      std::begin(kSteps), std::end(kSteps),
      [&](const BundleStep& step) { return step.from == state && step.event == event; });
  return found == std::end(kSteps) ? std::nullopt : std::optional(found->to);
}

State StateOfBundled(State state, const BundledStates& given) {
  std::vector<State> bundled = given.states;
  std::erase(bundled, State::kIgnored);
  const auto ended = {State::kSucceeded, State::kFailed, State::kKilled, State::kDoneWithError};
  if (!given.pending && All(bundled, ended)) {
    return EndOfBundle(state, bundled);
  }
  if (IsFinished(state) && given.pending) {
    return state;  // commands on coordinators are not done yet
  }
  if (state == State::kPaused || (state == State::kPausedWithError && given.pause)) {
    const bool error = Any(
        bundled, {State::kKilled, State::kFailed, State::kDoneWithError, State::kRunningWithError,
                  State::kSuspendedWithError, State::kPausedWithError});
    return WithError(error, State::kPausedWithError, State::kPaused);
  }
  const bool by_hand =
      given.suspended && IsAmong(state, {State::kSuspended, State::kSuspendedWithError});
  if (by_hand) {
    const bool error = Any(bundled, {State::kKilled, State::kFailed, State::kDoneWithError,
                                     State::kSuspendedWithError, State::kPausedWithError});
    return WithError(error, State::kSuspendedWithError, State::kSuspended);
  }
  const bool held = (!given.pending && Any(bundled, {State::kSuspended})) ||
                    Any(bundled, {State::kSuspendedWithError});
  if (held && All(bundled, {State::kSuspended, State::kSucceeded})) {
    return State::kSuspended;
  }
  if (held && All(bundled, {State::kSuspended, State::kSuspendedWithError, State::kSucceeded,
                            State::kKilled, State::kFailed, State::kDoneWithError})) {
    return State::kSuspendedWithError;
  }
  const auto prep = {State::kPrep, State::kPrepSuspended, State::kPrepPaused};
  const bool begun =
      !given.pending && Any(bundled, {State::kPrep}) && !All(bundled, {State::kPrep});
  if (!IsAmong(state, prep) || (state == State::kPrep && begun)) {
    const bool error = Any(
        bundled, {State::kFailed, State::kKilled, State::kDoneWithError, State::kRunningWithError});
    return WithError(error, State::kRunningWithError, State::kRunning);
  }
  return state;
}

}  // namespace hpdl::rt
