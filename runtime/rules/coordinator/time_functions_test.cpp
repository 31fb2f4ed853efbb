#include "runtime/rules/coordinator/time_functions.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "runtime/rules/coordinator/testing/places.h"

namespace hpdl::rt {
namespace {

template <class T>
std::string Said(const Result<T>& result) {
  if (!result) {
    return result.error().code + " " + result.error().message;
  }
  if constexpr (std::is_same_v<T, std::string>) {
    return *result;
  } else {
    return WriteTime(*result);
  }
}

TEST(TimeFunctionsTest, TimesAreReadAsOozieReadsThem) {
  EXPECT_EQ(Said(ReadTime("2009-02-01T11:00Z")), "2009-02-01T11:00Z");
  EXPECT_EQ(Said(ReadTime("2024-2-29T1:5Z")), "2024-02-29T01:05Z");
  EXPECT_EQ(Said(ReadTime("1969-12-31T23:59Z")), "1969-12-31T23:59Z");
  EXPECT_EQ(*ReadTime("1970-01-02T00:01Z"), 86'460);
  for (const char* none :
       {"", "2009-02-01", "2009-02-01T11:00", "2009-02-01T11:00Zx", "2009-02-01T11:00:00Z",
        "2009-02-29T11:00Z", "2009-13-01T11:00Z", "2009-00-01T11:00Z", "2009-04-31T11:00Z",
        "2009-02-01T24:00Z", "2009-02-01T11:60Z", "-2009-02-01T11:00Z", "0000-02-01T11:00Z",
        "99999999999999999999-02-01T11:00Z", "2009-02-01 11:00Z", "2009-02-01T11:00+0100"}) {
    EXPECT_EQ(Said(ReadTime(none)),
              "E1004 '" + std::string(none) + "' is not a time such as 2009-02-01T11:00Z");
  }
}

// The expected texts are from an action of Oozie 5.2.1 with the nominal time 2024-03-03T04:05Z.
TEST(TimeFunctionsTest, FunctionsOfAWorkflowsConfiguration) {
  EXPECT_EQ(Said(DateOffset("2024-03-03T04:05Z", -2, "MONTH")), "2024-01-03T04:05Z");
  EXPECT_EQ(Said(DateOffset("2024-03-03T04:05Z", 8, "DAY")), "2024-03-11T04:05Z");
  EXPECT_EQ(Said(DateTzOffset("2024-03-03T04:05Z", testing::Place("America/Los_Angeles"))),
            "2024-03-02T20:05Z");
  EXPECT_EQ(Said(FormatTime("2024-03-03T04:05Z", "yyyy/MM/dd HH:mm:ss EEE")),
            "2024/03/03 04:05:00 Sun");
  EXPECT_EQ(Said(EpochTime("2024-03-03T04:05Z", "true")), "1709438700000");
  EXPECT_EQ(Said(EpochTime("2024-03-03T04:05Z", "TRUE")), "1709438700000");
  EXPECT_EQ(Said(EpochTime("2024-03-03T04:05Z", "false")), "1709438700");
}

TEST(TimeFunctionsTest, UnitsKeepTheTimeOfDayButMinutesAndHours) {
  const TimeZone zone = testing::Place("America/Los_Angeles");
  const auto after = [&](std::int64_t count, TimeUnit unit) {
    return WriteTime(*AddUnits(testing::At("2024-03-09T20:00Z"), count, unit, zone));
  };
  EXPECT_EQ(after(24, TimeUnit::kHour), "2024-03-10T20:00Z");
  EXPECT_EQ(after(1440, TimeUnit::kMinute), "2024-03-10T20:00Z");
  EXPECT_EQ(after(1, TimeUnit::kDay), "2024-03-10T19:00Z");
  EXPECT_EQ(after(1, TimeUnit::kWeek), "2024-03-16T19:00Z");
  EXPECT_EQ(after(1, TimeUnit::kMonth), "2024-04-09T19:00Z");
  EXPECT_EQ(after(-1, TimeUnit::kYear), "2023-03-09T20:00Z");
}

TEST(TimeFunctionsTest, TimesOutsideTheCalendar) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  for (const char* unit : {"MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "YEAR"}) {
    for (const std::int64_t count : {kMost, -kMost - 1, std::int64_t{1} << 33}) {
      EXPECT_FALSE(DateOffset("2024-03-03T04:05Z", count, unit)) << unit << count;
    }
  }
  EXPECT_EQ(Said(DateOffset("9999-12-31T23:59Z", 1, "MINUTE")),
            "E1004 9999-12-31T23:59Z plus 1 MINUTE is not in the years 1 to 9999");
  EXPECT_EQ(Said(DateOffset("2024-03-03T04:05Z", 1, "minute")),
            "E1004 'minute' is not a unit of time: use MINUTE, HOUR, DAY, WEEK, MONTH or YEAR");
}

std::string Format(const char* time, const char* pattern) {
  return Said(FormatTime(time, pattern));
}

TEST(TimeFunctionsTest, AllLettersOfPatterns) {
  EXPECT_EQ(Format("2009-09-08T23:59Z", "y yy yyy yyyy yyyyy"), "2009 09 2009 2009 02009");
  EXPECT_EQ(Format("2009-09-08T23:59Z", "M MM MMM MMMM L"), "9 09 Sep September 9");
  EXPECT_EQ(Format("2009-09-08T23:59Z", "E EEEE u F G"), "Tue Tuesday 2 2 AD");
  EXPECT_EQ(Format("2009-09-08T00:59Z", "H k K h a"), "0 24 0 12 AM");
  EXPECT_EQ(Format("2009-09-08T13:59Z", "H k K hh a S SSS"), "13 13 1 01 PM 0 000");
  EXPECT_EQ(Format("2009-09-08T13:59Z", "z zzzz Z X XX XXX"),
            "UTC Coordinated Universal Time +0000 Z Z Z");
  EXPECT_EQ(Format("2009-09-08T13:59Z", "'o''clock' ''h'' \xc3\xa9-_"), "o'clock '1' \xc3\xa9-_");
  EXPECT_EQ(Format("2009-09-08T13:59Z", ""), "");
}

TEST(TimeFunctionsTest, WeeksOfTheYear) {
  EXPECT_EQ(Format("2024-01-06T00:00Z", "w W Y"), "1 1 2024");
  EXPECT_EQ(Format("2024-01-07T00:00Z", "w W Y"), "2 2 2024");
  EXPECT_EQ(Format("2024-12-28T00:00Z", "w W Y"), "52 4 2024");
  EXPECT_EQ(Format("2024-12-29T00:00Z", "w W YY"), "1 5 25");
  EXPECT_EQ(Format("2022-12-31T00:00Z", "w W Y"), "53 5 2022");
  EXPECT_EQ(Format("2023-01-01T00:00Z", "w W Y"), "1 1 2023");
}

TEST(TimeFunctionsTest, PatternsThatMeanNothing) {
  EXPECT_EQ(Format("2009-09-08T13:59Z", "foo"),
            "E1004 the letter f has no meaning in a time pattern");
  EXPECT_EQ(Format("2009-09-08T13:59Z", "XXXX"),
            "E1004 a time pattern must not have more than three X in a row");
  EXPECT_EQ(Format("2009-09-08T13:59Z", "yyyy 'a"),
            "E1004 a quote in the pattern 'yyyy 'a' is not closed");
  EXPECT_EQ(Format("today", "yyyy"), "E1004 'today' is not a time such as 2009-02-01T11:00Z");
}

}  // namespace
}  // namespace hpdl::rt
