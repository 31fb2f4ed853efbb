#include "runtime/rules/coordinator/instances.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <set>
#include <string>
#include <string_view>

#include "runtime/rules/coordinator/testing/places.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;

using testing::At;
using testing::Place;
using testing::Times;
using Bound = InstanceBound;
using Kind = InstanceBound::Kind;

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

std::vector<std::string> PartsOf(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == at) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

/// Returns the period that a row of testdata/functions.tsv names.
Period PeriodNamed(const std::string& unit, const std::string& end, std::int64_t count) {
  Period period{Period::Unit::kMinutes, Period::Begin::kAsItIs, count};
  if (unit == "HOUR") {
    period.count *= 60;
  } else if (unit == "DAY") {
    period.unit = Period::Unit::kDays;
  } else if (unit == "MONTH" || unit == "YEAR") {
    period.unit = Period::Unit::kMonths;
    period.count *= unit == "YEAR" ? 12 : 1;
  }
  if (end == "END_OF_DAY") {
    period.begin = Period::Begin::kNextDay;
  } else if (end == "END_OF_MONTH") {
    period.begin = Period::Begin::kNextMonth;
  }
  return period;
}

template <class T>
std::string TextOf(const Result<T>& result) {
  if (!result) {
    return "ERROR";
  }
  if constexpr (std::is_same_v<T, std::string>) {
    return *result;
  } else if constexpr (std::is_same_v<T, Instances>) {
    return Times(*result, '#');
  } else if constexpr (std::is_same_v<T, std::optional<std::int64_t>>) {
    return *result ? WriteTime(**result) : "";
  } else {
    return std::to_string(*result);
  }
}

std::string Call(const std::string& function, const std::vector<std::string>& words,
                 const Dataset& dataset, const ActionTimes& action) {
  const auto number = [&](std::size_t i) { return std::strtoll(words[i].c_str(), nullptr, 10); };
  if (function == "current") {
    return TextOf(CurrentInstance(dataset, action, number(0)));
  }
  if (function == "currentRange") {
    return TextOf(CurrentRange(dataset, action, number(0), number(1)));
  }
  if (function == "absoluteRange") {
    return TextOf(AbsoluteRange(dataset, action, At(words[0]), number(1)));
  }
  if (function == "offset") {
    const Result<TimeUnit> unit = ReadTimeUnit(words[1]);
    return unit ? TextOf(OffsetInstance(dataset, action, number(0), *unit)) : "ERROR";
  }
  if (function == "hoursInDay") {
    return TextOf(HoursInDay(dataset, action, number(0)));
  }
  if (function == "daysInMonth") {
    return TextOf(DaysInMonth(dataset, action, number(0)));
  }
  if (function == "tzOffset") {
    return std::to_string(ZoneDifference(dataset, action));
  }
  if (function == "formatTime") {
    return TextOf(FormatTime(words[0], words[1]));
  }
  if (function == "epochTime") {
    return TextOf(EpochTime(words[0], words[1]));
  }
  if (function == "dateOffset") {
    return TextOf(DateOffset(words[0], number(1), words[2]));
  }
  return function == "dateTzOffset" ? TextOf(DateTzOffset(words[0], Place(words[1]))) : "?";
}

/// Compares each function with the result that Oozie's function gave for a row of
/// testdata/functions.tsv.
TEST(InstancesTest, FunctionsGiveWhatOozieGave) {
  std::ifstream file(HPDL_SOURCE_DIR "/runtime/rules/coordinator/testdata/functions.tsv");
  std::string line;
  std::getline(file, line);
  int rows = 0;
  while (std::getline(file, line)) {
    const std::vector<std::string> row = PartsOf(line, '\t');
    ASSERT_EQ(row.size(), 10u) << line;
    const Dataset dataset{.name = "test",
                          .frequency = PeriodNamed(row[4], row[5], std::atoi(row[3].c_str())),
                          .initial_instance = At(row[6]),
                          .zone = Place(row[7]),
                          .uri_template = {}};
    const ActionTimes action{.nominal = At(row[8]), .actual = 0, .zone = Place(row[9])};
    EXPECT_EQ(Call(row[0], PartsOf(row[1], '|'), dataset, action), row[2]) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 415);
}

Dataset Every(Period::Unit unit, std::int64_t count, const char* initial,
              const char* zone = "UTC") {
  return {.name = "d",
          .frequency = {unit, Period::Begin::kAsItIs, count},
          .initial_instance = At(initial),
          .zone = Place(zone),
          .uri_template = "hdfs://nn/d/${YEAR}-${MONTH}-${DAY}T${HOUR}-${MINUTE}"};
}
Dataset Daily(const char* initial, const char* zone = "UTC") {
  return Every(Period::Unit::kDays, 1, initial, zone);
}
Dataset Monthly(const char* initial) {
  return Every(Period::Unit::kMonths, 1, initial);
}

ActionTimes Nominal(const char* time) {
  return {.nominal = At(time), .actual = At(time), .zone = TimeZone()};
}
ActionTimes Made(const char* time) {
  return {.nominal = 0, .actual = At(time), .zone = TimeZone()};
}

/// Returns a function that finds only these instances.
IsThere Present(std::vector<std::string> times) {
  return [times = std::move(times)](std::int64_t instance) -> Result<bool> {
    return std::find(times.begin(), times.end(), WriteTime(instance)) != times.end();
  };
}

std::string TextOf(const Result<FoundInstances>& found) {
  return !found ? "ERROR" : (found->complete ? "" : "not all: ") + Times(found->instances, ' ');
}

std::string RangeText(const Dataset& dataset, const char* nominal, const Bound& start,
                      const Bound& end) {
  const Result<Instances> range = RangeOf(dataset, Nominal(nominal), start, end);
  const Result<void> checked = CheckRangeOf(dataset, Nominal(nominal), start, end);
  EXPECT_EQ(checked ? "" : checked.error().message, range ? "" : range.error().message);
  return range ? Times(*range, ' ') : range.error().code;
}

// The following tests expect the results that Oozie 5.2.1 gave for its actions.

TEST(InstancesTest, MonthsFromThe31stAreCountedFromTheInitialInstance) {
  const Dataset dataset = Monthly("2024-01-31T00:00Z");
  for (const char* nominal : {"2024-03-29T00:00Z", "2024-03-30T00:00Z", "2024-03-31T00:00Z"}) {
    EXPECT_EQ(TextOf(CurrentInstance(dataset, Nominal(nominal), 0)), "2024-03-31T00:00Z");
    EXPECT_EQ(TextOf(CurrentInstance(dataset, Nominal(nominal), -1)), "2024-02-29T00:00Z");
  }
}

TEST(InstancesTest, ARangeGoesInSingleStepsFromItsOldest) {
  const Dataset dataset = Monthly("2024-01-31T00:00Z");
  EXPECT_EQ(TextOf(CurrentRange(dataset, Nominal("2024-03-31T00:00Z"), -1, 0)),
            "2024-03-29T00:00Z#2024-02-29T00:00Z");
  // On 10 March the clocks of Los Angeles skip 02:30. So the instance of this day is at 01:30, and
  // the later instances are at 01:30 too.
  const Dataset early = Daily("2024-03-08T10:30Z", "America/Los_Angeles");
  EXPECT_EQ(TextOf(CurrentRange(early, Nominal("2024-03-12T10:30Z"), -3, 0)),
            "2024-03-12T08:30Z#2024-03-11T08:30Z#2024-03-10T09:30Z#2024-03-09T10:30Z");
  EXPECT_EQ(TextOf(CurrentInstance(early, Nominal("2024-03-12T10:30Z"), 0)), "2024-03-12T09:30Z");
}

TEST(InstancesTest, NothingIsBeforeTheInitialInstance) {
  const Dataset dataset = Daily("2024-02-01T00:00Z");
  EXPECT_EQ(TextOf(CurrentInstance(dataset, Nominal("2024-01-01T00:00Z"), 0)), "");
  EXPECT_EQ(TextOf(CurrentInstance(dataset, Nominal("2024-01-01T00:00Z"), 100)), "");
  EXPECT_EQ(TextOf(CurrentRange(dataset, Nominal("2024-02-02T00:00Z"), -5, 0)),
            "2024-02-02T00:00Z#2024-02-01T00:00Z");
  EXPECT_EQ(TextOf(LatestInstances(dataset, Made("2024-01-01T00:00Z"), 0, 0, Present({}))),
            "not all: ");
}

TEST(InstancesTest, OffsetsAreFlooredToAnInstance) {
  const Dataset dataset = Every(Period::Unit::kMinutes, 240, "2024-01-01T00:00Z");
  const auto offset = [&](std::int64_t n, TimeUnit unit) {
    return TextOf(OffsetInstance(dataset, Nominal("2024-01-03T17:30Z"), n, unit));
  };
  EXPECT_EQ(offset(-1, TimeUnit::kDay), "2024-01-02T16:00Z");
  EXPECT_EQ(offset(-90, TimeUnit::kMinute), "2024-01-03T12:00Z");
  EXPECT_EQ(offset(-3, TimeUnit::kDay), "");
  EXPECT_EQ(offset(1, TimeUnit::kWeek), "2024-01-10T16:00Z");
}

TEST(InstancesTest, RangesOfOffsets) {
  const Dataset dataset = Every(Period::Unit::kMinutes, 480, "2024-01-01T00:00Z");
  const auto offset = [](std::int64_t n, TimeUnit unit) {
    return Bound{.kind = Kind::kOffset, .n = n, .unit = unit};
  };
  EXPECT_EQ(RangeText(dataset, "2024-01-03T00:00Z", offset(-24, TimeUnit::kHour),
                      offset(-1, TimeUnit::kHour)),
            "2024-01-02T16:00Z 2024-01-02T08:00Z 2024-01-02T00:00Z");
  EXPECT_EQ(RangeText(dataset, "2024-01-03T00:00Z", offset(-1, TimeUnit::kDay),
                      offset(-1, TimeUnit::kHour)),
            "E1010");
  EXPECT_EQ(RangeText(dataset, "2024-01-03T00:00Z", offset(-9, TimeUnit::kDay),
                      offset(-2, TimeUnit::kDay)),
            "2024-01-01T00:00Z");
  EXPECT_EQ(RangeText(dataset, "2023-01-03T00:00Z", offset(-9, TimeUnit::kDay),
                      offset(0, TimeUnit::kDay)),
            "");
}

TEST(InstancesTest, RangesFromAnAbsoluteTime) {
  const Dataset dataset = Daily("2023-12-01T00:00Z");
  const Bound now{.kind = Kind::kCurrent};
  const auto absolute = [](const char* time) {
    return Bound{.kind = Kind::kAbsolute, .time = At(time)};
  };
  EXPECT_EQ(RangeText(dataset, "2024-01-03T00:00Z", absolute("2024-01-02T00:00Z"), now),
            "2024-01-03T00:00Z 2024-01-02T00:00Z");
  EXPECT_EQ(RangeText(dataset, "2024-01-03T00:00Z", absolute("2024-01-02T05:00Z"), now), "E1010");
  EXPECT_EQ(RangeText(dataset, "2024-01-03T00:00Z", absolute("2023-11-30T00:00Z"), now), "E1010");
  EXPECT_EQ(RangeText(dataset, "2024-01-03T00:00Z", absolute("2024-01-04T00:00Z"), now), "E1010");
  EXPECT_EQ(RangeText(dataset, "2023-01-03T00:00Z", absolute("2024-01-04T00:00Z"), now), "");
}

TEST(InstancesTest, RangesFromTheEndOfSomething) {
  const Bound now{.kind = Kind::kCurrent};
  const auto end = [](Kind kind, std::int64_t n) { return Bound{.kind = kind, .n = n}; };
  EXPECT_EQ(
      RangeText(Daily("2023-12-01T00:00Z"), "2024-01-04T00:00Z", end(Kind::kEndOfMonths, -1), now),
      "2024-01-04T00:00Z 2024-01-03T00:00Z 2024-01-02T00:00Z 2024-01-01T00:00Z");
  EXPECT_EQ(RangeText(Every(Period::Unit::kMinutes, 360, "2023-12-01T00:00Z"), "2024-01-04T13:00Z",
                      end(Kind::kEndOfDays, -1), now),
            "2024-01-04T12:00Z 2024-01-04T06:00Z 2024-01-04T00:00Z");
  // 31 December 2023 was a Sunday.
  EXPECT_EQ(
      RangeText(Daily("2023-12-01T00:00Z"), "2024-01-02T00:00Z", end(Kind::kEndOfWeeks, -1), now),
      "2024-01-02T00:00Z 2024-01-01T00:00Z 2023-12-31T00:00Z");
  EXPECT_EQ(
      RangeText(Daily("2023-12-01T00:00Z"), "2024-01-02T00:00Z", end(Kind::kEndOfDays, 0), now),
      "E1010");
  EXPECT_EQ(RangeText(Daily("2023-12-01T08:00Z", "America/Los_Angeles"), "2024-01-02T08:00Z",
                      end(Kind::kEndOfMonths, -1), now),
            "2024-01-02T08:00Z 2024-01-01T08:00Z");
}

TEST(InstancesTest, OnlySomeFunctionsMakeARange) {
  const auto code = [](Kind start, Kind end) {
    const Result<void> checked = CheckRange({.kind = start}, {.kind = end});
    return checked ? "" : checked.error().code;
  };
  const std::set<std::pair<Kind, Kind>> good = {
      {Kind::kCurrent, Kind::kCurrent},    {Kind::kOffset, Kind::kOffset},
      {Kind::kLatest, Kind::kLatest},      {Kind::kFuture, Kind::kFuture},
      {Kind::kAbsolute, Kind::kCurrent},   {Kind::kEndOfDays, Kind::kCurrent},
      {Kind::kEndOfWeeks, Kind::kCurrent}, {Kind::kEndOfMonths, Kind::kCurrent},
  };
  for (int start = 0; start <= static_cast<int>(Kind::kFuture); ++start) {
    for (int end = 0; end <= static_cast<int>(Kind::kFuture); ++end) {
      const std::pair pair(static_cast<Kind>(start), static_cast<Kind>(end));
      EXPECT_EQ(code(pair.first, pair.second), good.contains(pair) ? "" : "E1010")
          << start << " " << end;
    }
  }
  for (const Kind kind : {Kind::kCurrent, Kind::kLatest, Kind::kFuture}) {
    EXPECT_TRUE(CheckRange({.kind = kind, .n = -1}, {.kind = kind, .n = 0}));
    EXPECT_EQ(CheckRange({.kind = kind, .n = 1}, {.kind = kind, .n = 0}).error().code, "E1010");
  }
}

TEST(InstancesTest, LatestCountsFromWhenTheActionWasMade) {
  const Dataset dataset = Daily("2024-01-01T00:00Z");
  const IsThere is_there =
      Present({"2024-01-02T00:00Z", "2024-01-03T00:00Z", "2024-01-06T00:00Z", "2024-01-09T00:00Z"});
  const auto latest = [&](std::int64_t oldest, std::int64_t newest, const char* made) {
    return TextOf(LatestInstances(dataset, Made(made), oldest, newest, is_there));
  };
  EXPECT_EQ(latest(0, 0, "2026-11-22T10:00Z"), "2024-01-09T00:00Z");
  EXPECT_EQ(latest(0, 0, "2024-01-08T23:59Z"), "2024-01-06T00:00Z");
  EXPECT_EQ(latest(-1, -1, "2026-11-22T10:00Z"), "2024-01-06T00:00Z");
  EXPECT_EQ(latest(-2, -1, "2026-11-22T10:00Z"), "2024-01-06T00:00Z 2024-01-03T00:00Z");
  EXPECT_EQ(latest(-4, -4, "2026-11-22T10:00Z"), "not all: ");
  EXPECT_EQ(latest(-4, -2, "2026-11-22T10:00Z"), "not all: 2024-01-03T00:00Z 2024-01-02T00:00Z");
  EXPECT_EQ(latest(1, 1, "2026-11-22T10:00Z"), "ERROR");
}

TEST(InstancesTest, LatestLooksAtTheInstancesOfTheirNumbers) {
  const IsThere is_there = Present({"2024-01-31T00:00Z", "2024-02-29T00:00Z", "2024-03-29T00:00Z",
                                    "2024-03-31T00:00Z", "2024-04-30T00:00Z"});
  EXPECT_EQ(TextOf(LatestInstances(Monthly("2024-01-31T00:00Z"), Made("2026-11-22T10:00Z"), -3, 0,
                                   is_there)),
            "2024-04-30T00:00Z 2024-03-31T00:00Z 2024-02-29T00:00Z 2024-01-31T00:00Z");
}

TEST(InstancesTest, FutureCountsFromTheNominalTime) {
  const Dataset dataset = Daily("2024-01-01T00:00Z");
  const IsThere is_there = Present({"2024-01-02T00:00Z", "2024-01-05T00:00Z", "2024-01-07T00:00Z"});
  const auto future = [&](std::int64_t first, std::int64_t last, std::int64_t limit) {
    return TextOf(
        FutureInstances(dataset, Nominal("2024-01-03T00:00Z"), first, last, limit, is_there));
  };
  EXPECT_EQ(future(0, 0, 5), "2024-01-05T00:00Z");
  EXPECT_EQ(future(1, 1, 5), "2024-01-07T00:00Z");
  EXPECT_EQ(future(0, 1, 5), "2024-01-05T00:00Z 2024-01-07T00:00Z");
  EXPECT_EQ(future(1, 1, 4), "2024-01-07T00:00Z");  // the search checks limit + 1 instances
  EXPECT_EQ(future(1, 1, 3), "not all: ");
  EXPECT_EQ(future(0, 1, 3), "not all: 2024-01-05T00:00Z");
  EXPECT_EQ(future(-1, 0, 3), "ERROR");
}

TEST(InstancesTest, AFailedLookEndsTheSearch) {
  const IsThere fails = [](std::int64_t) -> Result<bool> {
    return Error{ErrorClass::kTransient, "X", "no answer"};
  };
  const Dataset dataset = Daily("2024-01-01T00:00Z");
  EXPECT_EQ(LatestInstances(dataset, Made("2024-01-03T00:00Z"), 0, 0, fails).error().code, "X");
  EXPECT_EQ(FutureInstances(dataset, Nominal("2024-01-03T00:00Z"), 0, 0, 1, fails).error().code,
            "X");
}

TEST(InstancesTest, WeeksAndEndsOfWeeks) {
  Dataset dataset = Every(Period::Unit::kWeeks, 1, "2023-12-20T00:00Z");
  dataset.frequency.begin = Period::Begin::kNextWeek;
  EXPECT_EQ(TextOf(CurrentRange(dataset, Nominal("2024-01-10T00:00Z"), -2, 0)),
            "2024-01-07T00:00Z#2023-12-31T00:00Z#2023-12-24T00:00Z");
}

TEST(InstancesTest, HoursInDaysOfSummerTime) {
  const Dataset dataset = Daily("2024-01-01T08:00Z", "America/Los_Angeles");
  const auto hours = [&](const char* nominal) {
    return TextOf(HoursInDay(dataset, Nominal(nominal), 0));
  };
  EXPECT_EQ(hours("2024-03-10T08:00Z"), "23");
  EXPECT_EQ(hours("2024-03-11T06:59Z"), "23");
  EXPECT_EQ(hours("2024-03-11T07:00Z"), "24");
  EXPECT_EQ(hours("2024-11-03T07:00Z"), "25");
  EXPECT_EQ(hours("2024-11-04T07:59Z"), "25");
  EXPECT_EQ(hours("2023-12-31T07:59Z"), "-1");
  EXPECT_EQ(TextOf(DaysInMonth(dataset, Nominal("2023-12-31T07:59Z"), 0)), "-1");
}

TEST(InstancesTest, HugeNumbersAreBounded) {
  const auto begin = std::chrono::steady_clock::now();
  const Dataset dataset = Every(Period::Unit::kMinutes, 1, "1970-01-01T00:00Z");
  const ActionTimes now = Nominal("2026-11-22T00:00Z");
  EXPECT_EQ(TextOf(CurrentInstance(dataset, now, -100'000'000)), "");
  EXPECT_EQ(TextOf(CurrentInstance(dataset, now, kLeast)), "");
  EXPECT_EQ(TextOf(CurrentInstance(dataset, now, -29'000'000)), "1971-10-03T02:40Z");
  EXPECT_EQ(CurrentInstance(dataset, now, kMost).error().code, "E1010");
  EXPECT_EQ(CurrentRange(dataset, now, kLeast, kMost).error().code, "E1010");
  EXPECT_EQ(CurrentRange(dataset, now, -999'999, 0)->size(), 1'000'000u);
  EXPECT_EQ(CurrentRange(dataset, now, -1'000'000, 0).error().code, "E1010");
  EXPECT_EQ(CurrentRange(Daily("2026-11-20T00:00Z"), now, -100'000'000, 0)->size(), 3u);
  EXPECT_EQ(OffsetInstance(dataset, now, kMost, TimeUnit::kYear).error().code, "E1010");
  EXPECT_EQ(TextOf(OffsetInstance(dataset, now, kLeast, TimeUnit::kYear)), "");
  EXPECT_EQ(RangeText(dataset, "2026-11-22T00:00Z", {.kind = Kind::kOffset, .n = kLeast},
                      {.kind = Kind::kOffset, .n = 0}),
            "E1010");
  EXPECT_EQ(RangeText(dataset, "2026-11-22T00:00Z", {.kind = Kind::kEndOfMonths, .n = kMost},
                      {.kind = Kind::kCurrent}),
            "E1010");
  EXPECT_EQ(HoursInDay(dataset, now, kMost).error().code, "E1004");
  int looks = 0;
  const IsThere never = [&](std::int64_t) -> Result<bool> {
    ++looks;
    return false;
  };
  EXPECT_EQ(TextOf(LatestInstances(dataset, now, kLeast, 0, never)), "not all: ");
  EXPECT_EQ(TextOf(FutureInstances(dataset, now, 0, kMost, kMost, never)), "not all: ");
  EXPECT_EQ(looks, 2 * kMostInstances);
  for (const std::int64_t count : {kLeast, std::int64_t{-1}, std::int64_t{0}, kMost}) {
    EXPECT_EQ(CurrentInstance(Every(Period::Unit::kMonths, count, "2024-01-01T00:00Z"), now, 0)
                  .error()
                  .code,
              "E1003");
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}

TEST(InstancesTest, TheEndOfTheCalendar) {
  const Dataset dataset = Monthly("2024-01-31T23:59Z");
  const ActionTimes last = Nominal("9999-12-31T23:59Z");
  EXPECT_EQ(TextOf(CurrentInstance(dataset, last, 0)), "9999-12-31T23:59Z");
  EXPECT_EQ(CurrentInstance(dataset, last, 1).error().code, "E1010");
  EXPECT_EQ(TextOf(CurrentInstance(dataset, Nominal("9999-12-31T23:58Z"), 0)), "9999-11-30T23:59Z");
  EXPECT_EQ(CurrentRange(dataset, last, -1, 1).error().code, "E1010");
}

}  // namespace
}  // namespace hpdl::rt
