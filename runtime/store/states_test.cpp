#include <gtest/gtest.h>

#include <utility>

#include "runtime/store/journal.h"

namespace hpdl::rt {
namespace {

/// Scripts read the words of states. Oozie and HWS define the same words, except for PREP.
TEST(StateNames, OfJobs) {
  const std::pair<JobState, const char*> names[] = {
      {JobState::kRunning, "RUNNING"},     {JobState::kSuspended, "SUSPENDED"},
      {JobState::kSucceeded, "SUCCEEDED"}, {JobState::kKilled, "KILLED"},
      {JobState::kFailed, "FAILED"},       {static_cast<JobState>(6), "UNKNOWN"}};
  for (const auto& [state, name] : names) {
    EXPECT_EQ(StateName(state, HPDL_DIALECT_OOZIE), name);
    EXPECT_EQ(StateName(state, HPDL_DIALECT_HWS), name);
  }
  EXPECT_EQ(StateName(JobState::kPrep, HPDL_DIALECT_OOZIE), "PREP");
  EXPECT_EQ(StateName(JobState::kPrep, HPDL_DIALECT_HWS), "CREATED");
}

TEST(StateNames, OfNodes) {
  const std::pair<NodeState, const char*> names[] = {{NodeState::kPrep, "PREP"},
                                                     {NodeState::kRunning, "RUNNING"},
                                                     {NodeState::kOk, "OK"},
                                                     {NodeState::kError, "ERROR"},
                                                     {NodeState::kKilled, "KILLED"},
                                                     {NodeState::kFailed, "FAILED"},
                                                     {NodeState::kStartRetry, "START_RETRY"},
                                                     {NodeState::kStartManual, "START_MANUAL"},
                                                     {NodeState::kEndRetry, "END_RETRY"},
                                                     {NodeState::kEndManual, "END_MANUAL"},
                                                     {NodeState::kUserRetry, "USER_RETRY"},
                                                     {static_cast<NodeState>(11), "UNKNOWN"}};
  for (const auto& [state, name] : names) {
    EXPECT_EQ(StateName(state, HPDL_DIALECT_OOZIE), name);
    const bool ends = state == NodeState::kOk || state == NodeState::kError ||
                      state == NodeState::kKilled || state == NodeState::kFailed;
    EXPECT_EQ(IsEnd(state), ends) << name;
  }
}

/// Journals store the numbers of these values, so the numbers must not change.
TEST(StateNames, NumbersStayWhatTheyAre) {
  EXPECT_EQ(static_cast<int>(JobState::kFailed), 5);
  EXPECT_EQ(static_cast<int>(NodeState::kUserRetry), 10);
  EXPECT_EQ(static_cast<int>(NotificationState::kGivenUp), 2);
}

}  // namespace
}  // namespace hpdl::rt
