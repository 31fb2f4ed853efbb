#include "runtime/ground/calendar/period.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "runtime/ground/calendar/testing/times.h"

namespace hpdl::rt {
namespace {

using testing::MinuteOf;
using testing::SecondsOf;
using Unit = Period::Unit;
using Begin = Period::Begin;

TimeZone Utc() {
  return TimeZone();
}
TimeZone LosAngeles() {
  return *TimeZone::FromRule("PST8PDT,M3.2.0,M11.1.0");
}
TimeZone Paris() {
  return *TimeZone::FromRule("CET-1CEST,M3.5.0,M10.5.0/3");
}

/// Returns the times of a coordinator from `start` up to, but not including, `end`.
std::string PeriodTimes(const Period& period, const char* start, const char* end,
                        const TimeZone& zone) {
  const std::int64_t begin = BeginOf(period, SecondsOf(start), zone), until = SecondsOf(end);
  std::string times;
  for (std::int64_t n = 0; n < 100; ++n) {
    const std::int64_t time = TimeAfter(period, begin, n, zone);
    if (time >= until) {
      break;
    }
    times += (times.empty() ? "" : " ") + MinuteOf(time);
  }
  return times;
}

// The expected times are the nominal times of actions of Oozie 5.2.1.

TEST(PeriodTest, MinutesCareForNoClock) {
  EXPECT_EQ(PeriodTimes({Unit::kMinutes, Begin::kAsItIs, 25}, "2024-01-01T00:10Z",
                        "2024-01-01T02:00Z", Utc()),
            "2024-01-01T00:10Z 2024-01-01T00:35Z 2024-01-01T01:00Z 2024-01-01T01:25Z "
            "2024-01-01T01:50Z");
  EXPECT_EQ(PeriodTimes({Unit::kMinutes, Begin::kAsItIs, 1440}, "2024-03-09T20:00Z",
                        "2024-03-12T00:00Z", LosAngeles()),
            "2024-03-09T20:00Z 2024-03-10T20:00Z 2024-03-11T20:00Z");
}

TEST(PeriodTest, DaysKeepTheTimeOfDay) {
  const Period day{Unit::kDays, Begin::kAsItIs, 1};
  EXPECT_EQ(PeriodTimes(day, "2024-01-01T12:00Z", "2024-01-05T12:00Z", Utc()),
            "2024-01-01T12:00Z 2024-01-02T12:00Z 2024-01-03T12:00Z 2024-01-04T12:00Z");
  EXPECT_EQ(PeriodTimes(day, "2024-10-25T22:30Z", "2024-10-29T12:00Z", Paris()),
            "2024-10-25T22:30Z 2024-10-26T22:30Z 2024-10-27T23:30Z 2024-10-28T23:30Z");
  EXPECT_EQ(PeriodTimes(day, "2024-03-08T20:00Z", "2024-03-13T00:00Z", LosAngeles()),
            "2024-03-08T20:00Z 2024-03-09T20:00Z 2024-03-10T19:00Z 2024-03-11T19:00Z "
            "2024-03-12T19:00Z");
}

TEST(PeriodTest, ATimeOfDayThatIsNotThere) {
  const auto gap = [](const char* start, std::int64_t days) {
    return MinuteOf(
        TimeAfter({Unit::kDays, Begin::kAsItIs, days}, SecondsOf(start), 1, LosAngeles()));
  };
  EXPECT_EQ(gap("2023-10-25T09:30Z", 137), "2024-03-10T10:30Z");  // `start` is in summer time
  EXPECT_EQ(gap("2024-03-09T10:30Z", 1), "2024-03-10T09:30Z");    // `start` is in standard time
  EXPECT_EQ(MinuteOf(TimeAfter({Unit::kMonths, Begin::kAsItIs, 1}, SecondsOf("2024-02-10T10:30Z"),
                               1, LosAngeles())),
            "2024-03-10T10:30Z");
}

TEST(PeriodTest, ATimeOfDayThatIsThereTwice) {
  EXPECT_EQ(PeriodTimes({Unit::kDays, Begin::kAsItIs, 100}, "2024-01-08T09:30Z",
                        "2024-12-01T00:00Z", LosAngeles()),
            "2024-01-08T09:30Z 2024-04-17T08:30Z 2024-07-26T08:30Z 2024-11-03T09:30Z");
  EXPECT_EQ(MinuteOf(TimeAfter({Unit::kDays, Begin::kAsItIs, 1}, SecondsOf("2024-11-02T08:30Z"), 1,
                               LosAngeles())),
            "2024-11-03T08:30Z");
  EXPECT_EQ(MinuteOf(TimeAfter({Unit::kMonths, Begin::kAsItIs, 1}, SecondsOf("2024-10-03T08:30Z"),
                               1, LosAngeles())),
            "2024-11-03T09:30Z");
}

TEST(PeriodTest, MonthsAreCountedFromTheFirst) {
  EXPECT_EQ(PeriodTimes({Unit::kMonths, Begin::kAsItIs, 1}, "2024-01-31T08:00Z",
                        "2024-07-31T08:00Z", Utc()),
            "2024-01-31T08:00Z 2024-02-29T08:00Z 2024-03-31T08:00Z 2024-04-30T08:00Z "
            "2024-05-31T08:00Z 2024-06-30T08:00Z");
  EXPECT_EQ(MinuteOf(TimeAfter({Unit::kMonths, Begin::kAsItIs, 1}, SecondsOf("1970-03-31T00:00Z"),
                               -13, Utc())),
            "1969-02-28T00:00Z");
}

TEST(PeriodTest, EndsOfDaysWeeksAndMonths) {
  EXPECT_EQ(PeriodTimes({Unit::kWeeks, Begin::kNextWeek, 1}, "2024-01-03T10:00Z",
                        "2024-01-31T00:00Z", Utc()),
            "2024-01-07T00:00Z 2024-01-14T00:00Z 2024-01-21T00:00Z 2024-01-28T00:00Z");
  EXPECT_EQ(PeriodTimes({Unit::kWeeks, Begin::kNextWeek, 2}, "2024-01-07T00:00Z",
                        "2024-01-31T00:00Z", Utc()),
            "2024-01-14T00:00Z 2024-01-28T00:00Z");
  EXPECT_EQ(PeriodTimes({Unit::kDays, Begin::kNextDay, 2}, "2024-01-01T00:00Z", "2024-01-08T00:00Z",
                        Utc()),
            "2024-01-02T00:00Z 2024-01-04T00:00Z 2024-01-06T00:00Z");
  EXPECT_EQ(PeriodTimes({Unit::kDays, Begin::kNextDay, 1}, "2024-03-08T20:00Z", "2024-03-13T20:00Z",
                        LosAngeles()),
            "2024-03-09T08:00Z 2024-03-10T08:00Z 2024-03-11T07:00Z 2024-03-12T07:00Z "
            "2024-03-13T07:00Z");
  EXPECT_EQ(PeriodTimes({Unit::kMonths, Begin::kNextMonth, 1}, "2024-01-15T10:00Z",
                        "2024-05-15T00:00Z", Utc()),
            "2024-02-01T00:00Z 2024-03-01T00:00Z 2024-04-01T00:00Z 2024-05-01T00:00Z");
}

TEST(PeriodTest, TimesOutsideTheCalendarAreNone) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  for (const Unit unit : {Unit::kMinutes, Unit::kDays, Unit::kWeeks, Unit::kMonths}) {
    const Period period{unit, Begin::kAsItIs, 2};
    for (const std::int64_t periods : {kMost, -kMost - 1, kMost / 200, std::int64_t{1} << 34}) {
      EXPECT_FALSE(CheckedTimeAfter(period, 0, periods, Utc())) << periods;
    }
    EXPECT_EQ(CheckedTimeAfter(period, 0, -5, Paris()), TimeAfter(period, 0, -5, Paris()));
  }
  const Period minute{Unit::kMinutes, Begin::kAsItIs, 1};
  const std::int64_t last = SecondsOf("9999-12-31T23:59Z"), first = SecondsOf("0001-01-01T00:00Z");
  EXPECT_EQ(CheckedTimeAfter(minute, last, 0, Utc()), last);
  EXPECT_FALSE(CheckedTimeAfter(minute, last, 1, Utc()));
  EXPECT_EQ(CheckedTimeAfter(minute, first, 0, Utc()), first);
  EXPECT_FALSE(CheckedTimeAfter(minute, first, -1, Utc()));
}

}  // namespace
}  // namespace hpdl::rt
