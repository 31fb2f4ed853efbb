#include "runtime/rules/celos/schedule_times.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "runtime/ground/base/text_parts.h"
#include "runtime/rules/celos/java_exception.h"
#include "runtime/rules/celos/testing/world.h"

namespace hpdl::rt::celos {
namespace {

using testing::At;
using testing::World;

/// Returns the times in their short form, or the text of the error.
std::string TimesOf(World& world, const std::string& workflow, const std::string& start,
                    const std::string& end, std::size_t most = 100) {
  ScheduleTimes times(world.configuration);
  const Result<ScheduleTimes::Times> found =
      times.Between(world.configuration.workflows.at(workflow), At(start), At(end));
  if (!found) {
    return ExceptionText(found.error());
  }
  std::string text;
  for (std::size_t i = 0; i < (*found)->size() && i < most; ++i) {
    text += (text.empty() ? "" : " ") + (**found)[i].Text();
  }
  return text;
}

std::string TimesOfCron(const std::string& expression, const std::string& start,
                        const std::string& end) {
  World world;
  world.Add("a").schedule = World::CronOf(expression);
  return TimesOf(world, "a", start, end);
}

std::string OnDay(const std::string& day, const std::vector<std::string>& times) {
  std::string text;
  for (const std::string& time : times) {
    text += (text.empty() ? "" : " ") + day + "T" + time + ":00.000Z";
  }
  return text;
}

TEST(ScheduleTimesTest, AWindowHasItsStartAndNotItsEnd) {
  constexpr const char* kNoon = "0 0 12 * * ?";
  constexpr const char* kQuarters = "0 0/15 14 * * ?";
  constexpr const char* kHourly = "0 0 * * * ?";
  constexpr const char* kMinutely = "0 * * * * ?";
  const std::string day = "2013-11-25";
  const struct {
    const char *cron, *start, *end;
    std::vector<std::string> times;
  } cases[] = {
      {kNoon, "2013-11-25T20:00Z", "2013-11-25T20:00Z", {}},
      {kNoon, "2013-11-25T14:00Z", "2013-11-25T11:00Z", {}},
      {kNoon, "2013-11-25T12:00Z", "2013-11-25T13:00Z", {"12:00"}},
      {kNoon, "2013-11-25T11:00Z", "2013-11-25T12:00Z", {}},
      {kNoon, "2013-11-25T11:30Z", "2013-11-25T12:30Z", {"12:00"}},
      {kQuarters, "2013-11-25T12:00Z", "2013-11-25T18:00Z", {"14:00", "14:15", "14:30", "14:45"}},
      {kHourly,
       "2013-11-25T20:05:12.00182Z",
       "2013-11-25T23:05:56.2182Z",
       {"21:00", "22:00", "23:00"}},
      {kHourly, "2013-11-25T20:05Z", "2013-11-25T21:00Z", {}},
      {kHourly,
       "2013-11-25T20:00Z",
       "2013-11-25T23:05:56.2182Z",
       {"20:00", "21:00", "22:00", "23:00"}},
      {kMinutely,
       "2013-11-25T20:05:12.00182Z",
       "2013-11-25T20:08:56.2182Z",
       {"20:06", "20:07", "20:08"}},
      {kMinutely, "2013-11-25T20:01:05Z", "2013-11-25T20:02:00Z", {}},
  };
  for (const auto& row : cases) {
    EXPECT_EQ(TimesOfCron(row.cron, row.start, row.end), OnDay(day, row.times))
        << row.cron << " " << row.start;
  }
}

/// Compares the times with the output of Celos' Quartz in each row of cron_cases.tsv.
TEST(ScheduleTimesTest, TimesAreThoseOfCelos) {
  std::ifstream file(HPDL_SOURCE_DIR "/runtime/ground/calendar/testdata/cron_cases.tsv");
  std::string line;
  int rows = 0;
  while (std::getline(file, line)) {
    const std::vector<std::string_view> row = Split(line, '\t');
    if (row.size() < 6 || row[0] != "celos" || row[5] != "VALUE") {
      continue;
    }
    ++rows;
    World world;
    world.Add("a").schedule = World::CronOf(std::string(row[1]));
    const std::string times = TimesOf(world, "a", std::string(row[2]), std::string(row[3]), 12);
    EXPECT_EQ(times, row.size() > 6 ? row[6] : "") << line;
  }
  EXPECT_GT(rows, 30);
}

TEST(ScheduleTimesTest, AStartWithMillisecondsIsNoTimeOfTheSchedule) {
  World world;
  world.Add("a");
  EXPECT_EQ(TimesOf(world, "a", "2015-09-01T10:00:00.350Z", "2015-09-01T11:30Z"),
            "2015-09-01T11:00:00.000Z");
  EXPECT_EQ(TimesOf(world, "a", "2015-09-01T09:59:59.999Z", "2015-09-01T10:00:00.001Z"),
            "2015-09-01T10:00:00.000Z");
  EXPECT_EQ(TimesOf(world, "a", "1969-12-31T22:59:59.999Z", "1969-12-31T23:00:00.350Z"),
            "1969-12-31T23:00:00.000Z");
  ScheduleTimes times(world.configuration);
  const Workflow& workflow = world.configuration.workflows.at("a");
  EXPECT_FALSE(*times.Has(workflow, At("2015-09-01T10:00:00.001Z")));
  EXPECT_TRUE(*times.Has(workflow, At("2015-09-01T10:00Z")));
  EXPECT_FALSE(*times.Has(workflow, At("2015-09-01T10:00:01Z")));
}

TEST(ScheduleTimesTest, DependentSchedulesAreLookedUpWhenTheyAreAsked) {
  World world;
  world.Add("other");
  world.Add("a").schedule = DependentSchedule{"b"};
  world.Add("b").schedule = DependentSchedule{"other"};
  world.Add("lost").schedule = DependentSchedule{"nosuch"};
  world.Add("self").schedule = DependentSchedule{"self"};
  EXPECT_EQ(TimesOf(world, "a", "2015-02-23T10:00Z", "2015-02-23T12:01Z"),
            OnDay("2015-02-23", {"10:00", "11:00", "12:00"}));
  EXPECT_EQ(TimesOf(world, "lost", "2015-02-23T10:00Z", "2015-02-23T12:00Z"),
            "java.lang.RuntimeException: Workflow nosuch doesn't exist.");
  EXPECT_EQ(TimesOf(world, "self", "2015-02-23T10:00Z", "2015-02-23T12:00Z"),
            "java.lang.StackOverflowError: the schedule of self depends on itself");
}

}  // namespace
}  // namespace hpdl::rt::celos
