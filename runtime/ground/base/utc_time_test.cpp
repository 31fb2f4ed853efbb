#include "runtime/ground/base/utc_time.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

constexpr std::int64_t kYear = 31'556'952;  // average number of seconds in a year

TEST(Calendar, CountsDays) {
  EXPECT_EQ(DayNumber(1970, 1, 1), 0);
  EXPECT_EQ(DayNumber(1969, 12, 31), -1);
  EXPECT_EQ(DayNumber(2000, 2, 29), 11016);
  EXPECT_EQ(DayNumber(2000, 3, 1), 11017);
  EXPECT_EQ(DayNumber(1900, 3, 1) - DayNumber(1900, 2, 28), 1);
}

TEST(Calendar, LeapYears) {
  EXPECT_TRUE(IsLeapYear(2024) && IsLeapYear(2000));
  EXPECT_FALSE(IsLeapYear(2026) || IsLeapYear(1900));
}

TEST(Calendar, ADateIsItsNumber) {
  for (std::int64_t seconds = -3000 * kYear; seconds < 8000 * kYear;
       seconds += 86'400 * 97 + 3607) {
    const UtcTime time = UtcTimeOf(seconds);
    const std::int64_t days = DayNumber(time.year, time.month, time.day);
    ASSERT_EQ(((days * 24 + time.hour) * 60 + time.minute) * 60 + time.second, seconds);
    ASSERT_TRUE(time.month >= 1 && time.month <= 12 && time.day >= 1 && time.day <= 31);
  }
}

TEST(Calendar, NamesOfDaysFollowEachOther) {
  EXPECT_EQ(DayName({.year = 1970, .month = 1, .day = 1}), "Thu");
  EXPECT_EQ(DayName({.year = 1969, .month = 12, .day = 31}), "Wed");
  EXPECT_EQ(DayName({.year = 1969, .month = 12, .day = 28}), "Sun");
  EXPECT_EQ(DayName({.year = 2026, .month = 11, .day = 21}), "Sat");
  EXPECT_EQ(DayName({.year = -1, .month = 3, .day = 1}),
            DayName({.year = 399, .month = 3, .day = 1}));
}

TEST(Calendar, NamesOfMonths) {
  EXPECT_EQ(MonthName(1), "Jan");
  EXPECT_EQ(MonthName(12), "Dec");
}

TEST(Calendar, Forms) {
  constexpr std::int64_t kMs = 1'795'244'733'042;
  const UtcTime time = UtcTimeOf(kMs / 1000);
  EXPECT_EQ(TimeOfDay(time), "07:05:33");
  EXPECT_EQ(DateAndTime(time, ' '), "2026-11-21 07:05:33");
  EXPECT_EQ(IsoTime(kMs), "2026-11-21T07:05:33.042Z");
  EXPECT_EQ(HttpDate(kMs), "Sat, 21 Nov 2026 07:05:33 GMT");
  EXPECT_EQ(HttpDate(0), "Thu, 01 Jan 1970 00:00:00 GMT");
  EXPECT_EQ(HttpDate(-1), "Wed, 31 Dec 1969 23:59:59 GMT");
}

}  // namespace
}  // namespace hpdl::rt
