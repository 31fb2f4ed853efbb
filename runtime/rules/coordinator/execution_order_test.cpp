#include "runtime/rules/coordinator/execution_order.h"

#include <gtest/gtest.h>

#include <string>

#include "runtime/rules/coordinator/testing/schedules.h"

namespace hpdl::rt {
namespace {

using testing::At;
using testing::ByCron;
using testing::Days;

Turn TurnAt(std::int64_t number, const char* time) {
  return {number, At(time), At(time)};
}

TEST(ExecutionOrderTest, Words) {
  for (const char* word : {"FIFO", "LIFO", "LAST_ONLY", "NONE"}) {
    EXPECT_EQ(WordOf(*ReadExecutionOrder(word)), word);
  }
  for (const char* word : {"", "fifo", "FIFO ", "LAST"}) {
    EXPECT_FALSE(ReadExecutionOrder(word)) << word;
  }
}

// The schedule is daily from 2024-01-01. The expected results for LAST_ONLY are the results of
// Oozie 5.2.1.
TEST(ExecutionOrderTest, LastOnlyLooksAtTheNextTurn) {
  const auto too_late = [](const char* end, const Turn& turn, const char* now) {
    return IsTooLate(Days("2024-01-01T00:00Z", end), ExecutionOrder::kLastOnly, turn, At(now), 1);
  };
  const Turn last = TurnAt(4, "2024-01-04T00:00Z");
  // The next action would be due exactly at the end of the schedule.
  EXPECT_TRUE(too_late("2024-01-05T00:00Z", last, "2026-01-01T00:00Z"));
  // The next action would be due after the end of the schedule.
  EXPECT_FALSE(too_late("2024-01-04T12:00Z", last, "2026-01-01T00:00Z"));
  EXPECT_TRUE(too_late("2024-01-04T12:00Z", TurnAt(3, "2024-01-03T00:00Z"), "2024-01-04T00:01Z"));
  EXPECT_FALSE(too_late("2024-01-04T12:00Z", TurnAt(3, "2024-01-03T00:00Z"), "2024-01-04T00:00Z"));
}

TEST(ExecutionOrderTest, LastOnlyOfCronLooksAtTheNextTimeAfterTheNominalOne) {
  const Schedule schedule =
      ByCron("0 20 * * *", "2024-03-08T00:00Z", "2024-03-20T00:00Z", "America/Los_Angeles");
  const Turn moved{4, At("2024-03-11T19:00Z"), At("2024-03-11T20:00Z")};
  EXPECT_FALSE(IsTooLate(schedule, ExecutionOrder::kLastOnly, moved, At("2024-03-11T20:00Z"), 1));
  EXPECT_TRUE(IsTooLate(schedule, ExecutionOrder::kLastOnly, moved, At("2024-03-11T20:01Z"), 1));
  const Turn plain = TurnAt(4, "2024-03-11T20:00Z");
  EXPECT_FALSE(IsTooLate(schedule, ExecutionOrder::kLastOnly, plain, At("2024-03-12T20:00Z"), 1));
  EXPECT_TRUE(IsTooLate(schedule, ExecutionOrder::kLastOnly, plain, At("2024-03-12T20:01Z"), 1));
}

TEST(ExecutionOrderTest, NoneHasATolerance) {
  const Schedule schedule = Days("2024-01-01T00:00Z", "2024-01-05T00:00Z");
  const Turn turn = TurnAt(1, "2024-01-01T00:00Z");
  const auto too_late = [&](std::int64_t now, std::int64_t tolerance) {
    return IsTooLate(schedule, ExecutionOrder::kNone, turn, turn.time + now, tolerance);
  };
  EXPECT_FALSE(too_late(60, 1));
  EXPECT_TRUE(too_late(61, 1));
  EXPECT_FALSE(too_late(600, 10));
  EXPECT_TRUE(too_late(1, 0));
  for (const ExecutionOrder order : {ExecutionOrder::kFifo, ExecutionOrder::kLifo}) {
    EXPECT_FALSE(IsTooLate(schedule, order, turn, At("2026-01-01T00:00Z"), 1));
  }
}

TEST(ExecutionOrderTest, TimeoutsAreWholeMinutes) {
  EXPECT_FALSE(IsTimedOut(1000, 0, 0, 1059));
  EXPECT_TRUE(IsTimedOut(1000, 0, 0, 1060));
  EXPECT_FALSE(IsTimedOut(0, 1000, 1, 1119));  // the action was made after its nominal time
  EXPECT_TRUE(IsTimedOut(0, 1000, 1, 1120));
}

std::string Numbers(const std::vector<Turn>& turns) {
  std::string text;
  for (const Turn& turn : turns) {
    text += std::to_string(turn.number) + " ";
  }
  return text;
}

TEST(ExecutionOrderTest, ReadyActionsTakeTheFreePlaces) {
  const std::vector<Turn> ready = {{3, 30, 30}, {1, 10, 10}, {4, 40, 40}, {2, 20, 20}};
  const auto start = [&](ExecutionOrder order, std::int64_t concurrency, std::int64_t running) {
    return Numbers(ToStart(ready, order, concurrency, running));
  };
  EXPECT_EQ(start(ExecutionOrder::kFifo, 2, 0), "1 2 ");
  EXPECT_EQ(start(ExecutionOrder::kFifo, 2, 1), "1 ");
  EXPECT_EQ(start(ExecutionOrder::kFifo, 2, 5), "");
  EXPECT_EQ(start(ExecutionOrder::kFifo, 0, 0), "");
  EXPECT_EQ(start(ExecutionOrder::kFifo, -1, 100), "1 2 3 4 ");
  EXPECT_EQ(start(ExecutionOrder::kLifo, 3, 0), "4 3 2 ");
  EXPECT_EQ(start(ExecutionOrder::kLastOnly, 1, 0), "4 ");
  EXPECT_EQ(start(ExecutionOrder::kNone, 1, 0), "4 ");
}

TEST(ExecutionOrderTest, SomeStatesStartActions) {
  std::string starting;
  for (int i = 0; i <= static_cast<int>(CoordinatorState::kIgnored); ++i) {
    const auto state = static_cast<CoordinatorState>(i);
    starting += StartsActions(state) ? std::string(WordOf(state)) + " " : "";
  }
  EXPECT_EQ(starting, "RUNNING RUNNINGWITHERROR PAUSED PAUSEDWITHERROR SUCCEEDED ");
}

}  // namespace
}  // namespace hpdl::rt
