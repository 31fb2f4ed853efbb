#include "runtime/coordinator/bundle_states.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

namespace hpdl::rt {
namespace {

using State = CoordinatorState;
using Event = BundleEvent;

constexpr State kStates[] = {State::kPrep,
                             State::kPrepSuspended,
                             State::kPrepPaused,
                             State::kRunning,
                             State::kRunningWithError,
                             State::kSuspended,
                             State::kSuspendedWithError,
                             State::kPaused,
                             State::kPausedWithError,
                             State::kSucceeded,
                             State::kDoneWithError,
                             State::kKilled,
                             State::kFailed};
constexpr Event kEvents[] = {Event::kStart,  Event::kNothing,  Event::kSuspend,
                             Event::kResume, Event::kPause,    Event::kUnpause,
                             Event::kKill,   Event::kLaterEnd, Event::kRerun};

/// What each pair of a state and an event comes to; a pair that is not here changes nothing.
const std::map<std::pair<State, Event>, State> kTable = {
    {{State::kPrep, Event::kStart}, State::kRunning},
    {{State::kPrep, Event::kNothing}, State::kFailed},
    {{State::kPrep, Event::kSuspend}, State::kPrepSuspended},
    {{State::kPrep, Event::kPause}, State::kPrepPaused},
    {{State::kPrep, Event::kKill}, State::kKilled},
    {{State::kPrepSuspended, Event::kResume}, State::kPrep},
    {{State::kPrepSuspended, Event::kKill}, State::kKilled},
    {{State::kPrepPaused, Event::kSuspend}, State::kPrepSuspended},
    {{State::kPrepPaused, Event::kUnpause}, State::kPrep},
    {{State::kPrepPaused, Event::kKill}, State::kKilled},
    {{State::kRunning, Event::kSuspend}, State::kSuspended},
    {{State::kRunning, Event::kPause}, State::kPaused},
    {{State::kRunning, Event::kKill}, State::kKilled},
    {{State::kRunningWithError, Event::kSuspend}, State::kSuspendedWithError},
    {{State::kRunningWithError, Event::kPause}, State::kPausedWithError},
    {{State::kRunningWithError, Event::kKill}, State::kKilled},
    {{State::kSuspended, Event::kResume}, State::kRunning},
    {{State::kSuspended, Event::kKill}, State::kKilled},
    {{State::kSuspended, Event::kRerun}, State::kRunning},
    {{State::kSuspendedWithError, Event::kResume}, State::kRunningWithError},
    {{State::kSuspendedWithError, Event::kKill}, State::kKilled},
    {{State::kSuspendedWithError, Event::kRerun}, State::kRunningWithError},
    {{State::kPaused, Event::kSuspend}, State::kSuspended},
    {{State::kPaused, Event::kUnpause}, State::kRunning},
    {{State::kPaused, Event::kKill}, State::kKilled},
    {{State::kPausedWithError, Event::kSuspend}, State::kSuspendedWithError},
    {{State::kPausedWithError, Event::kUnpause}, State::kRunningWithError},
    {{State::kPausedWithError, Event::kKill}, State::kKilled},
    {{State::kSucceeded, Event::kLaterEnd}, State::kRunning},
    {{State::kSucceeded, Event::kRerun}, State::kRunning},
    {{State::kDoneWithError, Event::kLaterEnd}, State::kRunningWithError},
    {{State::kDoneWithError, Event::kRerun}, State::kRunningWithError},
    {{State::kFailed, Event::kLaterEnd}, State::kRunningWithError},
};

TEST(BundleStates, EachPairOfStateAndEvent) {
  for (const State state : kStates) {
    for (const Event event : kEvents) {
      const auto known = kTable.find({state, event});
      const std::optional<State> expected =
          known == kTable.end() ? std::nullopt : std::optional(known->second);
      EXPECT_EQ(BundleStateAfter(state, event), expected)
          << WordOf(state) << ", event " << static_cast<int>(event);
    }
  }
}

State Of(State state, std::vector<State> bundled, BundledStates more = {}) {
  more.states = std::move(bundled);
  return StateOfBundled(state, more);
}

TEST(BundleStates, TheEndIsThatOfTheCoordinators) {
  EXPECT_EQ(Of(State::kRunning, {State::kSucceeded, State::kSucceeded}), State::kSucceeded);
  EXPECT_EQ(Of(State::kRunning, {}), State::kSucceeded);
  EXPECT_EQ(Of(State::kRunning, {State::kKilled, State::kKilled}), State::kKilled);
  EXPECT_EQ(Of(State::kRunning, {State::kFailed}), State::kFailed);
  EXPECT_EQ(Of(State::kFailed, {State::kFailed, State::kKilled}), State::kDoneWithError);
  EXPECT_EQ(Of(State::kRunning, {State::kSucceeded, State::kDoneWithError}), State::kDoneWithError);
  EXPECT_EQ(Of(State::kKilled, {State::kSucceeded}), State::kKilled);
  EXPECT_EQ(Of(State::kRunning, {State::kSucceeded, State::kIgnored}), State::kSucceeded);
  EXPECT_EQ(Of(State::kRunning, {State::kKilled}, {.pending = true}), State::kRunningWithError);
}

TEST(BundleStates, WhileCoordinatorsGoOn) {
  EXPECT_EQ(Of(State::kRunning, {State::kRunning, State::kKilled}), State::kRunningWithError);
  EXPECT_EQ(Of(State::kRunningWithError, {State::kRunning}), State::kRunning);
  EXPECT_EQ(Of(State::kPaused, {State::kPaused, State::kFailed}, {.pause = true}),
            State::kPausedWithError);
  EXPECT_EQ(Of(State::kPausedWithError, {State::kPaused}, {.pause = true}), State::kPaused);
  EXPECT_EQ(Of(State::kPausedWithError, {State::kRunning}), State::kRunning);
  EXPECT_EQ(Of(State::kSuspended, {State::kSuspended, State::kFailed}, {.suspended = true}),
            State::kSuspendedWithError);
  EXPECT_EQ(Of(State::kSuspendedWithError, {State::kSuspended}, {.suspended = true}),
            State::kSuspended);
}

TEST(BundleStates, SuspendedFromBelowAndBack) {
  EXPECT_EQ(Of(State::kRunning, {State::kSuspended, State::kSucceeded}), State::kSuspended);
  EXPECT_EQ(Of(State::kRunning, {State::kSuspended, State::kKilled}), State::kSuspendedWithError);
  EXPECT_EQ(Of(State::kRunning, {State::kSuspended, State::kRunning}), State::kRunning);
  EXPECT_EQ(Of(State::kSuspended, {State::kRunning}), State::kRunning);
  EXPECT_EQ(Of(State::kRunning, {State::kSuspended}, {.pending = true}), State::kRunning);
}

TEST(BundleStates, BeforeItsStart) {
  EXPECT_EQ(Of(State::kPrepSuspended, {State::kPrep}), State::kPrepSuspended);
  EXPECT_EQ(Of(State::kPrep, {State::kPrep, State::kPrep}), State::kPrep);
  EXPECT_EQ(Of(State::kPrep, {State::kPrep, State::kRunning}), State::kRunning);
}

}  // namespace
}  // namespace hpdl::rt
