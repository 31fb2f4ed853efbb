#include "runtime/rules/coordinator/nominal_times.h"

#include <gtest/gtest.h>

#include <limits>

#include "runtime/rules/coordinator/testing/schedules.h"

namespace hpdl::rt {
namespace {

using testing::At;
using testing::ByCron;
using testing::Days;
using testing::EachPeriod;
using testing::Minutes;

/// Returns the times of all actions before the end, made in one pass of materialisation.
std::string InOnePass(const Schedule& schedule) {
  std::vector<Turn> turns;
  for (std::optional<Turn> turn = FirstTurn(schedule); turn && turn->regular < schedule.end;
       turn = TurnAfter(schedule, *turn)) {
    EXPECT_EQ(turn->number, static_cast<std::int64_t>(turns.size()) + 1);
    turns.push_back(*turn);
  }
  return testing::NominalTimes(turns);
}

// The expected times are the nominal times that Oozie 5.2.1 gave to its actions. Each job made its
// actions in one pass.

TEST(NominalTimesTest, PeriodsAreCountedFromTheStart) {
  EXPECT_EQ(InOnePass(Minutes(25, "2024-01-01T00:10Z", "2024-01-01T02:00Z")),
            "2024-01-01T00:10Z 2024-01-01T00:35Z 2024-01-01T01:00Z 2024-01-01T01:25Z "
            "2024-01-01T01:50Z");
  EXPECT_EQ(InOnePass(EachPeriod({Period::Unit::kMonths, Period::Begin::kAsItIs, 1},
                                 "2024-01-31T08:00Z", "2024-07-31T08:00Z")),
            "2024-01-31T08:00Z 2024-02-29T08:00Z 2024-03-31T08:00Z 2024-04-30T08:00Z "
            "2024-05-31T08:00Z 2024-06-30T08:00Z");
  EXPECT_EQ(InOnePass(Days("2024-10-25T22:30Z", "2024-10-29T12:00Z", "Europe/Paris")),
            "2024-10-25T22:30Z 2024-10-26T22:30Z 2024-10-27T23:30Z 2024-10-28T23:30Z");
}

TEST(NominalTimesTest, TheFirstTimeIsMoved) {
  EXPECT_EQ(InOnePass(EachPeriod({Period::Unit::kDays, Period::Begin::kNextDay, 2},
                                 "2024-01-01T00:00Z", "2024-01-08T00:00Z")),
            "2024-01-02T00:00Z 2024-01-04T00:00Z 2024-01-06T00:00Z");
  EXPECT_EQ(InOnePass(EachPeriod({Period::Unit::kMonths, Period::Begin::kNextMonth, 1},
                                 "2024-01-15T10:00Z", "2024-02-01T00:00Z")),
            "");
}

TEST(NominalTimesTest, CronCountsItsStartAndNotItsEnd) {
  EXPECT_EQ(InOnePass(ByCron("0 10 * * *", "2024-01-01T00:00Z", "2024-01-04T12:00Z")),
            "2024-01-01T10:00Z 2024-01-02T10:00Z 2024-01-03T10:00Z 2024-01-04T10:00Z");
  EXPECT_EQ(InOnePass(ByCron("0 10 * * *", "2024-01-01T10:00Z", "2024-01-02T10:00Z")),
            "2024-01-01T10:00Z");
  EXPECT_EQ(InOnePass(ByCron("30 6 * * MON-FRI", "2024-01-05T00:00Z", "2024-01-12T00:00Z")),
            "2024-01-05T06:30Z 2024-01-08T06:30Z 2024-01-09T06:30Z 2024-01-10T06:30Z "
            "2024-01-11T06:30Z");
  EXPECT_FALSE(FirstTurn(ByCron("0 0 30 2 *", "2024-01-01T00:00Z", "2099-01-01T00:00Z")));
}

TEST(NominalTimesTest, CronIsMovedBySummerTimeFromOneDayToTheNext) {
  EXPECT_EQ(InOnePass(ByCron("0 20 * * *", "2024-11-01T00:00Z", "2024-11-06T00:00Z",
                             "America/Los_Angeles")),
            "2024-11-01T20:00Z 2024-11-02T20:00Z 2024-11-03T21:00Z 2024-11-04T21:00Z "
            "2024-11-05T21:00Z");
  EXPECT_EQ(InOnePass(ByCron("0 20 * * *", "2024-03-08T00:00Z", "2024-03-12T00:00Z",
                             "America/Los_Angeles")),
            "2024-03-08T20:00Z 2024-03-09T20:00Z 2024-03-10T19:00Z 2024-03-11T19:00Z");
  EXPECT_EQ(
      InOnePass(ByCron("0 */6 * * *", "2024-03-30T12:00Z", "2024-04-01T12:00Z", "Europe/Paris")),
      "2024-03-30T12:00Z 2024-03-30T18:00Z 2024-03-31T00:00Z 2024-03-31T06:00Z "
      "2024-03-31T12:00Z 2024-03-31T18:00Z 2024-04-01T00:00Z 2024-04-01T06:00Z");
}

TEST(NominalTimesTest, TheFirstOfAPassIsNotMoved) {
  const Schedule schedule =
      ByCron("0 20 * * *", "2024-03-08T00:00Z", "2024-03-15T00:00Z", "America/Los_Angeles");
  const std::optional<Turn> turn = TurnFrom(schedule, At("2024-03-11T00:00Z"));
  EXPECT_EQ(turn, (Turn{4, At("2024-03-11T20:00Z"), At("2024-03-11T20:00Z")}));
  EXPECT_EQ(TurnAfter(schedule, *turn),
            (Turn{5, At("2024-03-12T19:00Z"), At("2024-03-12T20:00Z")}));
  EXPECT_EQ(FirstOfPass(*TurnAfter(schedule, *turn)),
            (Turn{5, At("2024-03-12T20:00Z"), At("2024-03-12T20:00Z")}));
}

TEST(NominalTimesTest, TheFirstTurnFromATime) {
  const Schedule schedule = Days("2024-03-08T20:00Z", "2099-01-01T00:00Z", "America/Los_Angeles");
  const auto from = [&](const char* time) { return TurnFrom(schedule, At(time)); };
  EXPECT_EQ(from("1970-01-01T00:00Z"), FirstTurn(schedule));
  EXPECT_EQ(from("2024-03-08T20:00Z"), FirstTurn(schedule));
  EXPECT_EQ(from("2024-03-08T20:01Z")->number, 2);
  EXPECT_EQ(from("2024-03-10T19:00Z"), (Turn{3, At("2024-03-10T19:00Z"), At("2024-03-10T19:00Z")}));
  EXPECT_EQ(from("2024-03-10T19:01Z")->number, 4);
  EXPECT_EQ(from("9999-12-31T20:00Z")->time, At("9999-12-31T20:00Z"));
  EXPECT_FALSE(from("9999-12-31T20:01Z"));
}

TEST(NominalTimesTest, TurnsOfCronByTimeAndNumber) {
  const Schedule schedule =
      ByCron("15 */7 * * *", "2024-03-08T07:20Z", "2099-01-01T00:00Z", "America/Los_Angeles");
  std::optional<Turn> turn = FirstTurn(schedule);
  EXPECT_EQ(TurnFrom(schedule, 0), turn);
  for (int i = 1; i < 500; ++i) {
    EXPECT_EQ(TurnOf(schedule, i), FirstOfPass(*turn));
    EXPECT_EQ(TurnFrom(schedule, turn->regular), FirstOfPass(*turn));
    EXPECT_EQ(TurnFrom(schedule, turn->regular - 1), FirstOfPass(*turn));
    turn = TurnAfter(schedule, *turn);
  }
  EXPECT_EQ(TurnOf(schedule, 2'000'000), std::nullopt) << "after the year 2299";
  EXPECT_EQ(TurnFrom(schedule, At("2300-01-01T00:00Z")), std::nullopt);
}

TEST(NominalTimesTest, PeriodsThatAreNone) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t count : {std::int64_t{0}, std::int64_t{-1}, -kMost - 1}) {
    const Schedule schedule = Minutes(count, "2024-01-01T00:00Z", "2024-01-02T00:00Z");
    EXPECT_FALSE(FirstTurn(schedule));
    EXPECT_FALSE(TurnFrom(schedule, At("2024-01-03T00:00Z")));
  }
  const Schedule schedule = Minutes(kMost, "2024-01-01T00:00Z", "2024-01-02T00:00Z");
  EXPECT_EQ(InOnePass(schedule), "2024-01-01T00:00Z");
  EXPECT_FALSE(TurnFrom(schedule, At("2024-01-01T00:01Z")));
}

}  // namespace
}  // namespace hpdl::rt
