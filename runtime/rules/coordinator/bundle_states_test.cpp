#include "runtime/rules/coordinator/bundle_states.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

namespace hpdl::rt {
namespace {

constexpr CoordinatorState kBundleStates[] = {CoordinatorState::kPrep,
                                              CoordinatorState::kPrepSuspended,
                                              CoordinatorState::kPrepPaused,
                                              CoordinatorState::kRunning,
                                              CoordinatorState::kRunningWithError,
                                              CoordinatorState::kSuspended,
                                              CoordinatorState::kSuspendedWithError,
                                              CoordinatorState::kPaused,
                                              CoordinatorState::kPausedWithError,
                                              CoordinatorState::kSucceeded,
                                              CoordinatorState::kDoneWithError,
                                              CoordinatorState::kKilled,
                                              CoordinatorState::kFailed};
constexpr BundleEvent kBundleEvents[] = {
    BundleEvent::kStart,  BundleEvent::kNothing,  BundleEvent::kSuspend,
    BundleEvent::kResume, BundleEvent::kPause,    BundleEvent::kUnpause,
    BundleEvent::kKill,   BundleEvent::kLaterEnd, BundleEvent::kRerun};

/// The new state for each pair of state and event that changes the state. Pairs that do not change
/// the state are missing.
const std::map<std::pair<CoordinatorState, BundleEvent>, CoordinatorState> kTable = {
    {{CoordinatorState::kPrep, BundleEvent::kStart}, CoordinatorState::kRunning},
    {{CoordinatorState::kPrep, BundleEvent::kNothing}, CoordinatorState::kFailed},
    {{CoordinatorState::kPrep, BundleEvent::kSuspend}, CoordinatorState::kPrepSuspended},
    {{CoordinatorState::kPrep, BundleEvent::kPause}, CoordinatorState::kPrepPaused},
    {{CoordinatorState::kPrep, BundleEvent::kKill}, CoordinatorState::kKilled},
    {{CoordinatorState::kPrepSuspended, BundleEvent::kResume}, CoordinatorState::kPrep},
    {{CoordinatorState::kPrepSuspended, BundleEvent::kKill}, CoordinatorState::kKilled},
    {{CoordinatorState::kPrepPaused, BundleEvent::kSuspend}, CoordinatorState::kPrepSuspended},
    {{CoordinatorState::kPrepPaused, BundleEvent::kUnpause}, CoordinatorState::kPrep},
    {{CoordinatorState::kPrepPaused, BundleEvent::kKill}, CoordinatorState::kKilled},
    {{CoordinatorState::kRunning, BundleEvent::kSuspend}, CoordinatorState::kSuspended},
    {{CoordinatorState::kRunning, BundleEvent::kPause}, CoordinatorState::kPaused},
    {{CoordinatorState::kRunning, BundleEvent::kKill}, CoordinatorState::kKilled},
    {{CoordinatorState::kRunningWithError, BundleEvent::kSuspend},
     CoordinatorState::kSuspendedWithError},
    {{CoordinatorState::kRunningWithError, BundleEvent::kPause},
     CoordinatorState::kPausedWithError},
    {{CoordinatorState::kRunningWithError, BundleEvent::kKill}, CoordinatorState::kKilled},
    {{CoordinatorState::kSuspended, BundleEvent::kResume}, CoordinatorState::kRunning},
    {{CoordinatorState::kSuspended, BundleEvent::kKill}, CoordinatorState::kKilled},
    {{CoordinatorState::kSuspended, BundleEvent::kRerun}, CoordinatorState::kRunning},
    {{CoordinatorState::kSuspendedWithError, BundleEvent::kResume},
     CoordinatorState::kRunningWithError},
    {{CoordinatorState::kSuspendedWithError, BundleEvent::kKill}, CoordinatorState::kKilled},
    {{CoordinatorState::kSuspendedWithError, BundleEvent::kRerun},
     CoordinatorState::kRunningWithError},
    {{CoordinatorState::kPaused, BundleEvent::kSuspend}, CoordinatorState::kSuspended},
    {{CoordinatorState::kPaused, BundleEvent::kUnpause}, CoordinatorState::kRunning},
    {{CoordinatorState::kPaused, BundleEvent::kKill}, CoordinatorState::kKilled},
    {{CoordinatorState::kPausedWithError, BundleEvent::kSuspend},
     CoordinatorState::kSuspendedWithError},
    {{CoordinatorState::kPausedWithError, BundleEvent::kUnpause},
     CoordinatorState::kRunningWithError},
    {{CoordinatorState::kPausedWithError, BundleEvent::kKill}, CoordinatorState::kKilled},
    {{CoordinatorState::kSucceeded, BundleEvent::kLaterEnd}, CoordinatorState::kRunning},
    {{CoordinatorState::kSucceeded, BundleEvent::kRerun}, CoordinatorState::kRunning},
    {{CoordinatorState::kDoneWithError, BundleEvent::kLaterEnd},
     CoordinatorState::kRunningWithError},
    {{CoordinatorState::kDoneWithError, BundleEvent::kRerun}, CoordinatorState::kRunningWithError},
    {{CoordinatorState::kFailed, BundleEvent::kLaterEnd}, CoordinatorState::kRunningWithError},
};

TEST(BundleStates, EachPairOfStateAndEvent) {
  for (const CoordinatorState state : kBundleStates) {
    for (const BundleEvent event : kBundleEvents) {
      const auto known = kTable.find({state, event});
      const std::optional<CoordinatorState> expected =
          known == kTable.end() ? std::nullopt : std::optional(known->second);
      EXPECT_EQ(BundleStateAfter(state, event), expected)
          << WordOf(state) << ", event " << static_cast<int>(event);
    }
  }
}

CoordinatorState Of(CoordinatorState state, std::vector<CoordinatorState> bundled,
                    BundledStates more = {}) {
  more.states = std::move(bundled);
  return StateOfBundled(state, more);
}

TEST(BundleStates, TheEndIsThatOfTheCoordinators) {
  EXPECT_EQ(
      Of(CoordinatorState::kRunning, {CoordinatorState::kSucceeded, CoordinatorState::kSucceeded}),
      CoordinatorState::kSucceeded);
  EXPECT_EQ(Of(CoordinatorState::kRunning, {}), CoordinatorState::kSucceeded);
  EXPECT_EQ(Of(CoordinatorState::kRunning, {CoordinatorState::kKilled, CoordinatorState::kKilled}),
            CoordinatorState::kKilled);
  EXPECT_EQ(Of(CoordinatorState::kRunning, {CoordinatorState::kFailed}), CoordinatorState::kFailed);
  EXPECT_EQ(Of(CoordinatorState::kFailed, {CoordinatorState::kFailed, CoordinatorState::kKilled}),
            CoordinatorState::kDoneWithError);
  EXPECT_EQ(Of(CoordinatorState::kRunning,
               {CoordinatorState::kSucceeded, CoordinatorState::kDoneWithError}),
            CoordinatorState::kDoneWithError);
  EXPECT_EQ(Of(CoordinatorState::kKilled, {CoordinatorState::kSucceeded}),
            CoordinatorState::kKilled);
  EXPECT_EQ(
      Of(CoordinatorState::kRunning, {CoordinatorState::kSucceeded, CoordinatorState::kIgnored}),
      CoordinatorState::kSucceeded);
  EXPECT_EQ(Of(CoordinatorState::kRunning, {CoordinatorState::kKilled}, {.pending = true}),
            CoordinatorState::kRunningWithError);
}

TEST(BundleStates, AKillIsNotUndoneByCoordinatorsThatStillRun) {
  EXPECT_EQ(Of(CoordinatorState::kKilled, {CoordinatorState::kRunning}, {.pending = true}),
            CoordinatorState::kKilled);
  EXPECT_EQ(Of(CoordinatorState::kFailed, {CoordinatorState::kFailed, CoordinatorState::kRunning},
               {.pending = true}),
            CoordinatorState::kFailed);
}

TEST(BundleStates, WhileCoordinatorsGoOn) {
  EXPECT_EQ(Of(CoordinatorState::kRunning, {CoordinatorState::kRunning, CoordinatorState::kKilled}),
            CoordinatorState::kRunningWithError);
  EXPECT_EQ(Of(CoordinatorState::kRunningWithError, {CoordinatorState::kRunning}),
            CoordinatorState::kRunning);
  EXPECT_EQ(Of(CoordinatorState::kPaused, {CoordinatorState::kPaused, CoordinatorState::kFailed},
               {.pause = true}),
            CoordinatorState::kPausedWithError);
  EXPECT_EQ(Of(CoordinatorState::kPausedWithError, {CoordinatorState::kPaused}, {.pause = true}),
            CoordinatorState::kPaused);
  EXPECT_EQ(Of(CoordinatorState::kPausedWithError, {CoordinatorState::kRunning}),
            CoordinatorState::kRunning);
  EXPECT_EQ(Of(CoordinatorState::kSuspended,
               {CoordinatorState::kSuspended, CoordinatorState::kFailed}, {.suspended = true}),
            CoordinatorState::kSuspendedWithError);
  EXPECT_EQ(Of(CoordinatorState::kSuspendedWithError, {CoordinatorState::kSuspended},
               {.suspended = true}),
            CoordinatorState::kSuspended);
}

TEST(BundleStates, SuspendedFromBelowAndBack) {
  EXPECT_EQ(
      Of(CoordinatorState::kRunning, {CoordinatorState::kSuspended, CoordinatorState::kSucceeded}),
      CoordinatorState::kSuspended);
  EXPECT_EQ(
      Of(CoordinatorState::kRunning, {CoordinatorState::kSuspended, CoordinatorState::kKilled}),
      CoordinatorState::kSuspendedWithError);
  EXPECT_EQ(
      Of(CoordinatorState::kRunning, {CoordinatorState::kSuspended, CoordinatorState::kRunning}),
      CoordinatorState::kRunning);
  EXPECT_EQ(Of(CoordinatorState::kSuspended, {CoordinatorState::kRunning}),
            CoordinatorState::kRunning);
  EXPECT_EQ(Of(CoordinatorState::kRunning, {CoordinatorState::kSuspended}, {.pending = true}),
            CoordinatorState::kRunning);
}

TEST(BundleStates, BeforeItsStart) {
  EXPECT_EQ(Of(CoordinatorState::kPrepSuspended, {CoordinatorState::kPrep}),
            CoordinatorState::kPrepSuspended);
  EXPECT_EQ(Of(CoordinatorState::kPrep, {CoordinatorState::kPrep, CoordinatorState::kPrep}),
            CoordinatorState::kPrep);
  EXPECT_EQ(Of(CoordinatorState::kPrep, {CoordinatorState::kPrep, CoordinatorState::kRunning}),
            CoordinatorState::kRunning);
}

}  // namespace
}  // namespace hpdl::rt
