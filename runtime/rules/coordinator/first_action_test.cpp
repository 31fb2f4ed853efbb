#include "runtime/rules/coordinator/first_action.h"

#include <gtest/gtest.h>

#include <string>

#include "runtime/rules/coordinator/testing/schedules.h"

namespace hpdl::rt {
namespace {

using testing::ByCron;
using testing::Days;
using testing::EachPeriod;

/// Returns `NUMBER TIME`, or the code of the error.
std::string First(std::string_view text, const Schedule& schedule) {
  const Result<Turn> turn = ReadFirstAction(text, schedule);
  return turn ? std::to_string(turn->number) + " " + testing::NominalTimes({*turn})
              : turn.error().code;
}

TEST(FirstActionTest, NumberAndTimeAreOfOneAction) {
  const Schedule daily = Days("2024-01-01T00:00Z", "2024-02-01T00:00Z");
  EXPECT_EQ(First("5@2024-01-05T00:00Z", daily), "5 2024-01-05T00:00Z");
  EXPECT_EQ(First("5", daily), "5 2024-01-05T00:00Z");
  EXPECT_EQ(First("@2024-01-05T00:00Z", daily), "5 2024-01-05T00:00Z");
  EXPECT_EQ(First("5@2024-01-06T00:00Z", daily), "E0303");
  EXPECT_EQ(First("@2024-01-05T00:01Z", daily), "E0303");
  EXPECT_EQ(First("@2023-12-31T00:00Z", daily), "E0303");
}

TEST(FirstActionTest, TheEndMayBeMovedLater) {
  const Schedule daily = Days("2024-01-01T00:00Z", "2024-01-03T00:00Z");
  EXPECT_EQ(First("40@2024-02-09T00:00Z", daily), "40 2024-02-09T00:00Z");
}

TEST(FirstActionTest, TheZoneCounts) {
  const Schedule daily = Days("2024-03-08T10:00Z", "2024-04-01T00:00Z", "America/Los_Angeles");
  EXPECT_EQ(First("3@2024-03-10T09:00Z", daily), "3 2024-03-10T09:00Z");
  EXPECT_EQ(First("3@2024-03-10T10:00Z", daily), "E0303");
}

TEST(FirstActionTest, TheFirstOfAMonthIsNotTheStart) {
  const Schedule monthly = EachPeriod({Period::Unit::kMonths, Period::Begin::kNextMonth, 1},
                                      "2024-01-15T00:00Z", "2024-12-01T00:00Z");
  EXPECT_EQ(First("1", monthly), "1 2024-02-01T00:00Z");
  EXPECT_EQ(First("3@2024-04-01T00:00Z", monthly), "3 2024-04-01T00:00Z");
}

TEST(FirstActionTest, SummerTimeMayHaveMovedATimeOfCron) {
  const Schedule cron =
      ByCron("0 10 * * *", "2024-03-01T00:00Z", "2024-12-01T00:00Z", "America/Los_Angeles");
  EXPECT_EQ(First("11@2024-03-11T09:00Z", cron), "11 2024-03-11T10:00Z");
  EXPECT_EQ(First("11@2024-03-11T10:00Z", cron), "11 2024-03-11T10:00Z");
  EXPECT_EQ(First("11@2024-03-11T08:59Z", cron), "E0303");
  EXPECT_EQ(First("@2024-03-11T10:00Z", cron), "11 2024-03-11T10:00Z");
}

TEST(FirstActionTest, OtherTextsAreErrors) {
  const Schedule daily = Days("2024-01-01T00:00Z", "2024-02-01T00:00Z");
  for (const char* text :
       {"", "@", "0", "-1", "5@", "x@2024-01-05T00:00Z", "5 @2024-01-05T00:00Z", "5@2024-01-05",
        "5@2024-01-05T00:00Z@", "99999999999999999999", "1e3", "0@", "2000000000"}) {
    EXPECT_EQ(First(text, daily), "E0303") << text;
  }
}

}  // namespace
}  // namespace hpdl::rt
