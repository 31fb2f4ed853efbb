#include "runtime/rules/celos/scheduled_time.h"

#include <gtest/gtest.h>

#include <string>

#include "runtime/rules/celos/java_exception.h"
#include "runtime/rules/celos/testing/at.h"

namespace hpdl::rt::celos {
namespace {

using testing::At;

/// Returns the time in the form of Celos, or the text of the error.
std::string Read(const std::string& text) {
  const Result<ScheduledTime> time = ScheduledTime::Parse(text);
  return time ? time->Text() : ExceptionText(time.error());
}

TEST(ScheduledTimeTest, FormsThatAreRead) {
  const struct {
    const char *text, *time;
  } cases[] = {
      {"2013-11-25T20:00Z", "2013-11-25T20:00:00.000Z"},
      {"2015", "2015-01-01T00:00:00.000Z"},
      {"2015-09", "2015-09-01T00:00:00.000Z"},
      {"2015-09-01", "2015-09-01T00:00:00.000Z"},
      {"2015-9-1", "2015-09-01T00:00:00.000Z"},
      {"20150901", "20150901-01-01T00:00:00.000Z"},
      {"+2015-09-01T05:00Z", "2015-09-01T05:00:00.000Z"},
      {"2015-09-01T", "2015-09-01T00:00:00.000Z"},
      {"2015-09-01TZ", "2015-09-01T00:00:00.000Z"},
      {"2015-09-01T05", "2015-09-01T05:00:00.000Z"},
      {"2015-09-01T05Z", "2015-09-01T05:00:00.000Z"},
      {"2015-09-01t05:00z", "2015-09-01T05:00:00.000Z"},
      {"2015-09-01T5:0Z", "2015-09-01T05:00:00.000Z"},
      {"2015-09-01T05:00:07", "2015-09-01T05:00:07.000Z"},
      {"2015-09-01T05:00:07Z", "2015-09-01T05:00:07.000Z"},
      {"2015-09-01T05:00:07.1Z", "2015-09-01T05:00:07.100Z"},
      {"2015-09-01T05:00:07.089Z", "2015-09-01T05:00:07.089Z"},
      {"2015-09-01T05:00:07.123999Z", "2015-09-01T05:00:07.123Z"},
      {"2015-09-01T05:00:07,5Z", "2015-09-01T05:00:07.500Z"},
      {"2015-09-01T05:00.5Z", "2015-09-01T05:00:30.000Z"},
      {"2015-09-01T05.5Z", "2015-09-01T05:30:00.000Z"},
      {"2015-09-01T05:00+00:00", "2015-09-01T05:00:00.000Z"},
      {"2015-09-01T05:00-00:00", "2015-09-01T05:00:00.000Z"},
      {"2015-09-01T05:00+0000", "2015-09-01T05:00:00.000Z"},
      {"2015-09-01T05:00+00", "2015-09-01T05:00:00.000Z"},
      {"2015-09-01T05:00+00:00:00.000", "2015-09-01T05:00:00.000Z"},
      {"2015-09-01T05:00+000000000", "2015-09-01T05:00:00.000Z"},
      {"2015-W36-2", "2015-09-01T00:00:00.000Z"},
      {"2015-w36-2T05:00Z", "2015-09-01T05:00:00.000Z"},
      {"2015-W01", "2014-12-29T00:00:00.000Z"},
      {"2020-W53-7", "2021-01-03T00:00:00.000Z"},
      {"2015-244", "2015-09-01T00:00:00.000Z"},
      {"2015-244T05:00Z", "2015-09-01T05:00:00.000Z"},
      {"2016-366", "2016-12-31T00:00:00.000Z"},
      {"T05:00Z", "1970-01-01T05:00:00.000Z"},
      {"0001-01-01T00:00Z", "0001-01-01T00:00:00.000Z"},
      {"-0001-01-01T00:00Z", "-0001-01-01T00:00:00.000Z"},
      {"1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"},
      {"292278993-12-31T23:59:59.999Z", "292278993-12-31T23:59:59.999Z"},
  };
  for (const auto& row : cases) {
    EXPECT_EQ(Read(row.text), row.time) << row.text;
  }
}

TEST(ScheduledTimeTest, WhatIsWrongIsSaidAsCelosSaysIt) {
  const std::string invalid = "java.lang.IllegalArgumentException: Invalid format: ";
  const std::string not_utc =
      "java.lang.IllegalArgumentException: Scheduled time must be in UTC, but isn't: ";
  const std::string field = "org.joda.time.IllegalFieldValueException: Cannot parse ";
  const struct {
    std::string text, error;
  } cases[] = {
      {"", invalid + "\"\""},
      {"yesterday", invalid + "\"yesterday\""},
      {" 2015-09-01T05:00Z", invalid + "\" 2015-09-01T05:00Z\""},
      {"2015-09-01 05:00Z", invalid + "\"2015-09-01 05:00Z\" is malformed at \" 05:00Z\""},
      {"2015-09-01T05:00 UTC", invalid + "\"2015-09-01T05:00 UTC\" is malformed at \" UTC\""},
      {"2015-09-01Z", invalid + "\"2015-09-01Z\" is malformed at \"Z\""},
      {"2015-09-01T05:", invalid + "\"2015-09-01T05:\" is malformed at \":\""},
      {"2015-09-01T05:00+1", invalid + "\"2015-09-01T05:00+1\" is malformed at \"+1\""},
      {"2015-09-01T05:00+24:00", invalid + "\"2015-09-01T05:00+24:00\" is malformed at \"+24:00\""},
      {"2015-09-01T05:00+01:0", invalid + "\"2015-09-01T05:00+01:0\" is malformed at \"+01:0\""},
      {"T", invalid + "\"T\" is too short"},
      {"+", invalid + "\"+\""},
      {"2015-09-01T05:00Zäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöü",
       invalid + "\"2015-09-01T05:00Zäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäö...\" is malformed at "
                 "\"äöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäö...\""},
      {"2015-09-01T05:00+01:00", not_utc + "2015-09-01T05:00:00.000+01:00"},
      {"2015-09-01T05:00-0130", not_utc + "2015-09-01T05:00:00.000-01:30"},
      {"2015-09-01T05:00+00:00:01.5", not_utc + "2015-09-01T05:00:00.000+00:00:01.500"},
      {"2015-13-01",
       field + "\"2015-13-01\": Value 13 for monthOfYear must be in the range [1,12]"},
      {"2015-02-30T05:00Z",
       field + "\"2015-02-30T05:00Z\": Value 30 for dayOfMonth must be in the range [1,28]"},
      {"2015-09-01T24:00Z",
       field + "\"2015-09-01T24:00Z\": Value 24 for hourOfDay must be in the range [0,23]"},
      {"2015-09-01T05:60Z",
       field + "\"2015-09-01T05:60Z\": Value 60 for minuteOfHour must be in the range [0,59]"},
      {"2015-09-01T05:00:60Z",
       field + "\"2015-09-01T05:00:60Z\": Value 60 for secondOfMinute must be in the range [0,59]"},
      {"2015-366", field + "\"2015-366\": Value 366 for dayOfYear must be in the range [1,365]"},
      {"2015-W54", field + "\"2015-W54\": Value 54 for weekOfWeekyear must be in the range [1,53]"},
      {"2015-W36-8", field + "\"2015-W36-8\": Value 8 for dayOfWeek must be in the range [1,7]"},
      {"999999999", field + "\"999999999\": Value 999999999 for year must be in the range "
                            "[-292275054,292278993]"},
      {"2015-13-40T99:00",
       field + "\"2015-13-40T99:00\": Value 13 for monthOfYear must be in the range [1,12]"},
  };
  for (const auto& row : cases) {
    EXPECT_EQ(Read(row.text), row.error) << row.text;
  }
}

TEST(ScheduledTimeTest, ThePrettyFormLeavesOffWhatIsZero) {
  EXPECT_EQ(At("2015-09-01T12:30Z").Pretty(), "2015-09-01T12:30Z");
  EXPECT_EQ(At("2015-09-01T12:30:01Z").Pretty(), "2015-09-01T12:30:01Z");
  EXPECT_EQ(At("2015-09-01T12:30:00.001Z").Pretty(), "2015-09-01T12:30:00.001Z");
}

TEST(ScheduledTimeTest, MonthsEndWhereTheyEnd) {
  const auto moved = [](const char* from, std::int64_t amount, TimeUnit unit) {
    const Result<ScheduledTime> time = At(from).Plus(amount, unit);
    return time ? time->Pretty() : ExceptionText(time.error());
  };
  EXPECT_EQ(moved("2016-02-29T05:00Z", -1, TimeUnit::kYears), "2015-02-28T05:00Z");
  EXPECT_EQ(moved("2015-01-31T05:00Z", 1, TimeUnit::kMonths), "2015-02-28T05:00Z");
  EXPECT_EQ(moved("2015-01-31T05:00Z", -2, TimeUnit::kMonths), "2014-11-30T05:00Z");
  EXPECT_EQ(moved("2015-09-01T05:00Z", -1, TimeUnit::kDays), "2015-08-31T05:00Z");
  EXPECT_EQ(moved("2015-09-01T05:00Z", 20, TimeUnit::kHours), "2015-09-02T01:00Z");
  EXPECT_EQ(moved("2015-09-01T05:00Z", -1, TimeUnit::kMinutes), "2015-09-01T04:59Z");
  EXPECT_EQ(moved("2015-09-01T05:00Z", 1, TimeUnit::kSeconds), "2015-09-01T05:00:01Z");
  EXPECT_EQ(moved("2015-09-01T05:00Z", 2'000'000'000, TimeUnit::kYears),
            "org.joda.time.IllegalFieldValueException: Value 2000002015 for year must be in the "
            "range [-292275054,292278993]");
}

TEST(ScheduledTimeTest, VariablesAreReplacedEverywhereOnce) {
  const ScheduledTime time = At("2014-05-02T09:03:01.007Z");
  EXPECT_EQ(ReplaceTimeVariables(
                "${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond} ${year}", time),
            "2014-05-02T09:03:01.007 2014");
  EXPECT_EQ(ReplaceTimeVariables("${Year} ${ year } ${user} $year {year} ${year", time),
            "${Year} ${ year } ${user} $year {year} ${year");
  EXPECT_EQ(ReplaceTimeVariables("$${year} ${mon${year}th}$", time), "$2014 ${mon2014th}$");
  EXPECT_EQ(ReplaceTimeVariables("${year}", At("0001-01-01T00:00Z")), "0001");
  EXPECT_EQ(ReplaceTimeVariables("", time), "");
}

}  // namespace
}  // namespace hpdl::rt::celos
