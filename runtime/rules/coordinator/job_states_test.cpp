#include "runtime/rules/coordinator/job_states.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

namespace hpdl::rt {
namespace {

using JobState = CoordinatorState;
using JobEvent = CoordinatorEvent;

constexpr int kJobStates = static_cast<int>(JobState::kIgnored) + 1;
constexpr int kJobEvents = static_cast<int>(JobEvent::kRerun) + 1;

/// The new state for each pair of state and event that changes the state. Pairs that do not change
/// the state are missing.
const std::map<std::pair<JobState, JobEvent>, JobState>& JobTable() {
  static const std::map<std::pair<JobState, JobEvent>, JobState> table = [] {
    std::map<std::pair<JobState, JobEvent>, JobState> all = {
        {{JobState::kPrep, JobEvent::kMaterialised}, JobState::kRunning},
        {{JobState::kPrep, JobEvent::kSuspend}, JobState::kPrepSuspended},
        {{JobState::kPrepPaused, JobEvent::kSuspend}, JobState::kPrepSuspended},
        {{JobState::kRunning, JobEvent::kSuspend}, JobState::kSuspended},
        {{JobState::kPaused, JobEvent::kSuspend}, JobState::kSuspended},
        {{JobState::kRunningWithError, JobEvent::kSuspend}, JobState::kSuspendedWithError},
        {{JobState::kPausedWithError, JobEvent::kSuspend}, JobState::kSuspendedWithError},
        {{JobState::kPrepSuspended, JobEvent::kResume}, JobState::kPrep},
        {{JobState::kSuspended, JobEvent::kResume}, JobState::kRunning},
        {{JobState::kSuspendedWithError, JobEvent::kResume}, JobState::kRunningWithError},
        {{JobState::kPrep, JobEvent::kPause}, JobState::kPrepPaused},
        {{JobState::kRunning, JobEvent::kPause}, JobState::kPaused},
        {{JobState::kRunningWithError, JobEvent::kPause}, JobState::kPausedWithError},
        {{JobState::kPrepPaused, JobEvent::kUnpause}, JobState::kPrep},
        {{JobState::kPaused, JobEvent::kUnpause}, JobState::kRunning},
        {{JobState::kPausedWithError, JobEvent::kUnpause}, JobState::kRunningWithError},
        {{JobState::kKilled, JobEvent::kIgnore}, JobState::kIgnored},
        {{JobState::kFailed, JobEvent::kIgnore}, JobState::kIgnored},
        {{JobState::kKilled, JobEvent::kRun}, JobState::kRunning},
        {{JobState::kFailed, JobEvent::kRun}, JobState::kRunning},
        {{JobState::kIgnored, JobEvent::kRun}, JobState::kRunning},
        {{JobState::kSucceeded, JobEvent::kLaterEnd}, JobState::kRunning},
        {{JobState::kDoneWithError, JobEvent::kLaterEnd}, JobState::kRunningWithError},
        {{JobState::kFailed, JobEvent::kLaterEnd}, JobState::kRunningWithError},
        {{JobState::kPrep, JobEvent::kEndNotAfterStart}, JobState::kSucceeded},
        {{JobState::kRunning, JobEvent::kEndNotAfterStart}, JobState::kSucceeded},
        {{JobState::kSucceeded, JobEvent::kRerun}, JobState::kRunning},
        {{JobState::kSuspended, JobEvent::kRerun}, JobState::kRunning},
        {{JobState::kSuspendedWithError, JobEvent::kRerun}, JobState::kRunningWithError},
        {{JobState::kDoneWithError, JobEvent::kRerun}, JobState::kRunningWithError},
        {{JobState::kKilled, JobEvent::kRerun}, JobState::kRunningWithError},
        {{JobState::kFailed, JobEvent::kRerun}, JobState::kRunningWithError},
    };
    for (int i = 0; i < kJobStates; ++i) {
      const auto state = static_cast<JobState>(i);
      if (state != JobState::kFailed) {
        all[{state, JobEvent::kFailed}] = JobState::kFailed;
      }
    }
    for (const JobState open :
         {JobState::kPrep, JobState::kPrepSuspended, JobState::kPrepPaused, JobState::kRunning,
          JobState::kRunningWithError, JobState::kSuspended, JobState::kSuspendedWithError,
          JobState::kPaused, JobState::kPausedWithError}) {
      all[{open, JobEvent::kKill}] = JobState::kKilled;
    }
    return all;
  }();
  return table;
}

TEST(JobStatesTest, EachTransition) {
  for (int i = 0; i < kJobStates * kJobEvents; ++i) {
    const auto state = static_cast<JobState>(i / kJobEvents);
    const auto event = static_cast<JobEvent>(i % kJobEvents);
    const auto found = JobTable().find({state, event});
    EXPECT_EQ(StateAfter(state, event),
              found == JobTable().end() ? std::nullopt : std::optional(found->second))
        << WordOf(state) << " " << i % kJobEvents;
  }
}

TEST(JobStatesTest, StatesWithErrorAreShownAsThoseWithout) {
  std::string shown;
  for (int i = 0; i < kJobStates; ++i) {
    shown += std::string(WordOf(ShownState(static_cast<JobState>(i)))) + " ";
  }
  EXPECT_EQ(shown,
            "PREP PREPSUSPENDED PREPPAUSED RUNNING RUNNING SUSPENDED SUSPENDED PAUSED PAUSED "
            "SUCCEEDED DONEWITHERROR KILLED FAILED IGNORED ");
  EXPECT_EQ(WordOf(JobState::kSuspendedWithError), "SUSPENDEDWITHERROR");
}

/// Returns the name of the state of a job that has made all its actions and has no pending
/// commands.
std::string EndOf(JobState state, const ActionCounts& counts) {
  return std::string(WordOf(StateOfActions(state, counts, true, false)));
}

TEST(JobStatesTest, TheEndOfAllActionsIsTheEndOfTheJob) {
  EXPECT_EQ(EndOf(JobState::kRunning, {}), "SUCCEEDED");
  EXPECT_EQ(EndOf(JobState::kRunning, {.succeeded = 2, .skipped = 3}), "SUCCEEDED");
  EXPECT_EQ(EndOf(JobState::kRunningWithError, {.skipped = 3}), "SUCCEEDED");
  EXPECT_EQ(EndOf(JobState::kRunning, {.killed = 2}), "KILLED");
  EXPECT_EQ(EndOf(JobState::kRunning, {.failed = 2}), "FAILED");
  EXPECT_EQ(EndOf(JobState::kRunning, {.timed_out = 2}), "DONEWITHERROR");
  EXPECT_EQ(EndOf(JobState::kRunning, {.failed = 1, .killed = 1}), "DONEWITHERROR");
  EXPECT_EQ(EndOf(JobState::kRunning, {.succeeded = 1, .failed = 1}), "DONEWITHERROR");
  EXPECT_EQ(EndOf(JobState::kRunning, {.skipped = 1, .killed = 1}), "DONEWITHERROR");
  EXPECT_EQ(EndOf(JobState::kPaused, {.succeeded = 1}), "SUCCEEDED");
  EXPECT_EQ(EndOf(JobState::kKilled, {.succeeded = 1}), "KILLED");
  // A killed or failed job makes no more actions.
  EXPECT_EQ(StateOfActions(JobState::kKilled, {.succeeded = 1}, false, false), JobState::kKilled);
  EXPECT_EQ(StateOfActions(JobState::kFailed, {}, false, false), JobState::kFailed);
  EXPECT_EQ(StateOfActions(JobState::kFailed, {.succeeded = 1}, false, false),
            JobState::kDoneWithError);
  EXPECT_EQ(StateOfActions(JobState::kIgnored, {.succeeded = 1}, true, false), JobState::kIgnored);
}

TEST(JobStatesTest, WhileActionsAreOpenOnlyErrorsShow) {
  const std::pair<JobState, JobState> kPairs[] = {
      {JobState::kRunning, JobState::kRunningWithError},
      {JobState::kPaused, JobState::kPausedWithError},
      {JobState::kSuspended, JobState::kSuspendedWithError}};
  for (const auto& [without, with] : kPairs) {
    for (const JobState state : {without, with}) {
      EXPECT_EQ(StateOfActions(state, {.succeeded = 1, .open = 1}, true, false), without);
      for (const ActionCounts& counts :
           {ActionCounts{.failed = 1, .open = 1}, ActionCounts{.killed = 1, .open = 1},
            ActionCounts{.timed_out = 1, .open = 1}}) {
        EXPECT_EQ(StateOfActions(state, counts, true, false), with);
      }
    }
  }
  // All actions so far have ended, and the job will make more actions.
  EXPECT_EQ(StateOfActions(JobState::kRunning, {.succeeded = 1}, false, false), JobState::kRunning);
  for (const JobState state : {JobState::kPrep, JobState::kPrepSuspended, JobState::kPrepPaused,
                               JobState::kKilled, JobState::kSucceeded}) {
    EXPECT_EQ(StateOfActions(state, {.failed = 1, .open = 1}, true, false), state);
  }
}

TEST(JobStatesTest, SuspendedActionsSuspendTheirJob) {
  EXPECT_EQ(EndOf(JobState::kRunning, {.succeeded = 2, .suspended = 1}), "SUSPENDED");
  EXPECT_EQ(EndOf(JobState::kRunning, {.failed = 2, .suspended = 1}), "SUSPENDEDWITHERROR");
  EXPECT_EQ(EndOf(JobState::kRunning, {.suspended = 1, .open = 1}), "RUNNING");
  EXPECT_EQ(StateOfActions(JobState::kRunning, {.suspended = 1}, false, false), JobState::kRunning);
  EXPECT_EQ(StateOfActions(JobState::kRunning, {.suspended = 1}, true, true), JobState::kRunning);
  EXPECT_EQ(EndOf(JobState::kDoneWithError, {.suspended = 1}), "DONEWITHERROR");
}

}  // namespace
}  // namespace hpdl::rt
