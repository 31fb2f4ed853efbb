#include "runtime/engines/workflow/transitions.h"

#include <gtest/gtest.h>

#include <string>

namespace hpdl::rt {
namespace {

constexpr int kJobStates = 6;
constexpr int kNodeStateCount = 11;

/// Each line is a state, and each column is a next state, in the order of the enumeration. 'x'
/// means that the transition is allowed.
TEST(TransitionsTest, Jobs) {
  const std::string expected[kJobStates] = {
      // The columns are: PREP, RUNNING, SUSPENDED, SUCCEEDED, KILLED, FAILED.
      ".x..xx",  // PREP
      ".xxxxx",  // RUNNING
      ".xx.xx",  // SUSPENDED
      "......",  // SUCCEEDED
      "......",  // KILLED
      "......",  // FAILED
  };
  for (int from = 0; from < kJobStates; ++from) {
    std::string line;
    for (int to = 0; to < kJobStates; ++to) {
      line += MayFollow(static_cast<JobState>(from), static_cast<JobState>(to)) ? 'x' : '.';
    }
    EXPECT_EQ(line, expected[from]) << StateName(static_cast<JobState>(from), 0);
    EXPECT_EQ(IsEnd(static_cast<JobState>(from)), line == "......");
  }
}

TEST(TransitionsTest, Nodes) {
  const std::string expected[kNodeStateCount] = {
      // The columns are: prep, running, ok, error, killed, failed, start-retry, start-manual,
      // end-retry, end-manual, user-retry.
      "xxxxxxxxxxx",  // PREP
      ".xxxxxxxxxx",  // RUNNING
      "...........",  // OK
      "...........",  // ERROR
      "...........",  // KILLED
      "...........",  // FAILED
      "x...xx.x...",  // START_RETRY
      "x.x.xxx....",  // START_MANUAL
      "xx..xx...x.",  // END_RETRY
      "xx..xx..x..",  // END_MANUAL
      "x...xx.....",  // USER_RETRY
  };
  for (int from = 0; from < kNodeStateCount; ++from) {
    std::string line;
    for (int to = 0; to < kNodeStateCount; ++to) {
      line += MayFollow(static_cast<NodeState>(from), static_cast<NodeState>(to)) ? 'x' : '.';
    }
    EXPECT_EQ(line, expected[from]) << StateName(static_cast<NodeState>(from), 0);
  }
}

TEST(TransitionsTest, WhatRetryIsFor) {
  std::string retry, hurry;
  for (int state = 0; state < kNodeStateCount; ++state) {
    retry += WaitsForRetry(static_cast<NodeState>(state)) ? 'x' : '.';
    hurry += MayHurry(static_cast<NodeState>(state)) ? 'x' : '.';
  }
  EXPECT_EQ(retry, "......xxxxx");
  EXPECT_EQ(hurry, "......x.x.x");
}

TEST(TransitionsTest, FirstRows) {
  std::string line;
  for (int state = 0; state < kNodeStateCount; ++state) {
    line += MayBegin(static_cast<NodeState>(state)) ? 'x' : '.';
  }
  EXPECT_EQ(line, "x.x.xx.x...");
}

}  // namespace
}  // namespace hpdl::rt
