#include "runtime/ground/calendar/cron.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "runtime/ground/base/utc_time.h"
#include "runtime/ground/calendar/testing/times.h"

namespace hpdl::rt {
namespace {

using ::testing::HasSubstr;

using testing::MinuteOf;
using testing::SecondsOf;

std::vector<std::string> Split(const std::string& text, char at) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(at, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string Times(const Cron& cron, std::int64_t from, std::int64_t until, std::size_t most,
                  bool seconds) {
  std::string times;
  std::optional<std::int64_t> next = cron.Next(from - 1);
  for (std::size_t count = 0; count < most && next && *next < until; ++count) {
    times += (times.empty() ? "" : " ") +
             (seconds ? DateAndTime(UtcTimeOf(*next), 'T') + ".000Z" : MinuteOf(*next));
    next = cron.Next(*next);
  }
  return times;
}

std::variant<Cron, CronProblem> Read(bool oozie, const std::string& text) {
  return oozie ? Cron::OfOozie(text) : Cron::OfQuartz(text);
}

/// Compares firing times with the output of Quartz and Oozie in each row of
/// testdata/cron_cases.tsv.
TEST(CronTest, TimesAreThoseOfQuartz) {
  std::ifstream file(HPDL_SOURCE_DIR "/runtime/ground/calendar/testdata/cron_cases.tsv");
  std::string line;
  std::getline(file, line);
  int rows = 0;
  while (std::getline(file, line)) {
    const std::vector<std::string> row = Split(line, '\t');
    ASSERT_EQ(row.size(), 7u) << line;
    const bool oozie = row[0] == "oozie";
    const std::variant<Cron, CronProblem> read = Read(oozie, row[1]);
    ++rows;
    if (row[5] == "ERROR") {
      EXPECT_TRUE(std::holds_alternative<CronProblem>(read)) << line;
      continue;
    }
    const Cron* cron = std::get_if<Cron>(&read);
    ASSERT_NE(cron, nullptr) << line << "\n" << std::get<CronProblem>(read).text;
    // If the start has milliseconds, the firing times begin at the next full second.
    const std::int64_t from =
        SecondsOf(row[2]) + (row[2].find(".000") == std::string::npos ? 1 : 0);
    EXPECT_EQ(Times(*cron, from, SecondsOf(row[3]), oozie ? 8 : 12, !oozie), row[6]) << line;
  }
  EXPECT_EQ(rows, 113);
}

std::string NextFew(const std::string& text, const char* from, std::size_t count) {
  const std::variant<Cron, CronProblem> read = Cron::OfQuartz(text);
  const Cron* cron = std::get_if<Cron>(&read);
  return cron == nullptr
             ? std::get<CronProblem>(read).text
             : Times(*cron, SecondsOf(from), SecondsOf("2300-01-01T00:00:00"), count, true);
}

TEST(CronTest, WhatTheDaysOfAMonthCanBe) {
  EXPECT_EQ(NextFew("0 0 0 L-3 * ?", "2024-02-01T00:00:00", 2),
            "2024-02-26T00:00:00.000Z 2024-03-28T00:00:00.000Z");
  EXPECT_EQ(NextFew("0 0 0 1W * ?", "2024-06-01T00:00:00", 1), "2024-06-03T00:00:00.000Z");
  EXPECT_EQ(NextFew("0 0 0 30W * ?", "2024-06-01T00:00:00", 1), "2024-06-28T00:00:00.000Z");
  EXPECT_EQ(NextFew("0 0 0 29 2 ?", "2024-03-01T00:00:00", 1), "2028-02-29T00:00:00.000Z");
  EXPECT_EQ(NextFew("0 0 0 L-30 2 ?", "2024-03-01T00:00:00", 1), "");
  EXPECT_EQ(NextFew("0 0 0 31 2 ?", "2024-03-01T00:00:00", 1), "");
}

TEST(CronTest, WhatTheDaysOfTheWeekCanBe) {
  EXPECT_EQ(NextFew("0 0 0 ? * FRI#5", "2024-02-01T00:00:00", 2),
            "2024-03-29T00:00:00.000Z 2024-05-31T00:00:00.000Z");
  EXPECT_EQ(NextFew("0 0 0 ? * SUNL", "2024-02-01T00:00:00", 1), "2024-02-25T00:00:00.000Z");
  EXPECT_EQ(NextFew("0 0 0 ? * L", "2024-02-01T00:00:00", 1), "2024-02-03T00:00:00.000Z");
  EXPECT_EQ(NextFew("0 0 0 ? * FRI-MON", "2024-02-01T00:00:00", 4),
            "2024-02-02T00:00:00.000Z 2024-02-03T00:00:00.000Z 2024-02-04T00:00:00.000Z "
            "2024-02-05T00:00:00.000Z");
}

TEST(CronTest, RangesStepsAndYears) {
  EXPECT_EQ(NextFew("0 0 22-2/2 * * ?", "2024-02-01T03:00:00", 4),
            "2024-02-01T22:00:00.000Z 2024-02-02T00:00:00.000Z 2024-02-02T02:00:00.000Z "
            "2024-02-02T22:00:00.000Z");
  EXPECT_EQ(NextFew("10/20 59 23 31 DEC ? 2030/5", "2024-02-01T00:00:00", 4),
            "2030-12-31T23:59:10.000Z 2030-12-31T23:59:30.000Z 2030-12-31T23:59:50.000Z "
            "2035-12-31T23:59:10.000Z");
  EXPECT_EQ(NextFew("0 0 0 1 NOV-FEB/3 ?", "2024-02-02T00:00:00", 3),
            "2024-11-01T00:00:00.000Z 2025-02-01T00:00:00.000Z 2025-11-01T00:00:00.000Z");
  EXPECT_EQ(NextFew("0 5/0 0 * * ?", "2024-02-01T00:00:00", 2),
            "2024-02-01T00:05:00.000Z 2024-02-02T00:05:00.000Z");
  EXPECT_EQ(NextFew("0 0 0 1 1 ? 2299", "2024-02-01T00:00:00", 2), "2299-01-01T00:00:00.000Z");
}

TEST(CronTest, ProblemsHaveTheirPlaces) {
  const auto problem = [](const char* text) {
    const std::variant<Cron, CronProblem> read = Cron::OfOozie(text);
    const CronProblem* found = std::get_if<CronProblem>(&read);
    return found == nullptr
               ? std::string("none")
               : std::string(text).substr(found->offset, found->length) + ": " + found->text;
  };
  EXPECT_EQ(problem("0 0,25 * * *"), "25: hours are 0 to 23, not 25");
  EXPECT_EQ(problem("0 0 * FOO *"), "FOO: 'FOO' is not a value for months");
  EXPECT_EQ(problem("0 0 * * 1x"), "x: 'X' is not part of a cron expression");
  EXPECT_EQ(problem("0/99 0 * * *"), "99: a step must be a number up to 59");
  EXPECT_EQ(problem("? 0 * * *"), "?: '?' is allowed only for day of month and day of week");
  EXPECT_EQ(problem("0 0 ? * ?"), "? * ?: only one of day of month and day of week can be '?'");
  EXPECT_EQ(problem("0 0 1,L * ?"), "1,L: 'L' cannot be combined with other days of a month");
  EXPECT_EQ(problem("0 0 L,1 * ?"), "L,1: 'L' cannot be combined with other days of a month");
  EXPECT_EQ(problem("0 0 ? * 2#6"), "6: # must be followed by a number from 1 to 5");
  EXPECT_EQ(problem("0 5- * * *"), ": a range must end with a value");
  EXPECT_EQ(problem("0 0 * * ? 2030-2020"),
            "2030-2020: a range of years must begin with the earlier year");
  EXPECT_THAT(problem("0 0 *"), HasSubstr("five fields are needed"));
}

TEST(CronTest, SkippedTimesAreThoseThatCome) {
  const std::int64_t begin = SecondsOf("2023-11-05T07:31"), end = SecondsOf("2024-03-09T08:10");
  for (const bool oozie : {true, false}) {
    for (const char* text : {"* * * * *", "7-50/9 6,8 * * *", "0 5 31 * *", "0 0 L * *",
                             "30 12 ? * 6#5", "0 9 15W 2,3 *", "0 0 30 2 *", "10 23 * * 2-6"}) {
      const std::variant<Cron, CronProblem> read =
          Read(oozie, oozie ? text : "15 " + std::string(text));
      if (!std::holds_alternative<Cron>(read)) {
        continue;  // Quartz needs a '?'
      }
      const Cron& cron = std::get<Cron>(read);
      std::vector<std::int64_t> times;
      for (auto next = cron.Next(begin - 1); next && *next < end; next = cron.Next(*next)) {
        times.push_back(*next);
      }
      const Cron::Skipped all = cron.Skip(begin, end, std::numeric_limits<std::int64_t>::max());
      EXPECT_EQ(all.count, static_cast<std::int64_t>(times.size())) << text;
      EXPECT_EQ(cron.Next(all.from - 1), cron.Next(end - 1)) << text;
      for (std::size_t most = 0; most < times.size(); most += 1 + times.size() / 97) {
        const Cron::Skipped some = cron.Skip(begin, end, static_cast<std::int64_t>(most));
        EXPECT_EQ(some.count, static_cast<std::int64_t>(most)) << text;
        EXPECT_EQ(cron.Next(some.from - 1), times[most]) << text << " " << most;
      }
    }
  }
}

TEST(CronTest, CenturiesAreSkippedAtOnce) {
  const Cron cron = std::get<Cron>(Cron::OfOozie("* * * * *"));
  const std::int64_t begin = DayNumber(1, 1, 1) * 86'400;
  constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(cron.Skip(begin, 0, kAll).count, -begin / 60);
  EXPECT_EQ(cron.Skip(0, -1, kAll).count, 0);
  const Cron::Skipped ended = cron.Skip(begin, kAll, kAll);
  EXPECT_EQ(ended.count, (DayNumber(2300, 1, 1) - DayNumber(1, 1, 1)) * 1440);
  EXPECT_EQ(cron.Next(ended.from - 1), std::nullopt);
  EXPECT_EQ(cron.Skip(ended.from + 1, kAll, kAll).count, 0);
}

}  // namespace
}  // namespace hpdl::rt
