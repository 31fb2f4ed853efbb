#include "runtime/engines/report/job_filter.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

constexpr std::int64_t kNowMs = 1'800'000'000'000;
constexpr std::int64_t kHourMs = 3'600'000;

JobQuery FilterOf(std::string_view text) {
  JobQuery query;
  const Result<void> added = AddJobFilter(text, kNowMs, &query);
  EXPECT_TRUE(added) << added.error().message;
  return query;
}

std::string RefusalOf(std::string_view text) {
  JobQuery query;
  const Result<void> added = AddJobFilter(text, kNowMs, &query);
  EXPECT_FALSE(added) << text;
  EXPECT_TRUE(added || added.error().code == "E0420") << text;
  return added ? "" : added.error().message;
}

TEST(JobFilterTest, HasOoziesKeys) {
  const JobQuery query = FilterOf(
      " Status=running ; status=KILLED,prep;user=ann;user=bob;GROUP=etl;name=a=b;id=1;text=x;");
  EXPECT_EQ(query.filter.states,
            (std::vector{JobState::kRunning, JobState::kKilled, JobState::kPrep}));
  EXPECT_EQ(query.filter.users, (std::vector<std::string>{"ann", "bob"}));
  EXPECT_EQ(query.filter.groups, std::vector<std::string>{"etl"});
  EXPECT_EQ(query.filter.names, std::vector<std::string>{"a=b"});
  EXPECT_EQ(query.filter.ids, std::vector<std::string>{"1"});
  EXPECT_EQ(query.filter.text, "x");
  EXPECT_EQ(query.order, JobOrder::kCreated);
  EXPECT_EQ(FilterOf("sortBy=LastModifiedTime").order, JobOrder::kModified);
}

TEST(JobFilterTest, TimesAreMomentsOrSoLongAgo) {
  EXPECT_EQ(FilterOf("startcreatedtime=2026-11-22T10:30Z").filter.created_from_ms,
            1'795'343'400'000);
  EXPECT_EQ(FilterOf("startcreatedtime=-2h").filter.created_from_ms, kNowMs - 2 * kHourMs);
  EXPECT_EQ(FilterOf("endcreatedtime=-3d").filter.created_until_ms, kNowMs - 72 * kHourMs);
  EXPECT_EQ(FilterOf("endcreatedtime=-30m").filter.created_until_ms, kNowMs - kHourMs / 2);
}

TEST(JobFilterTest, WhatIsNoFilterIsRefused) {
  EXPECT_NE(RefusalOf("frequency=5").find("'frequency'"), std::string::npos);
  EXPECT_NE(RefusalOf("status=DONE").find("'DONE'"), std::string::npos);
  for (const char* text :
       {"status", "user=", "=x", "status=", "sortby=name", "startcreatedtime=2026-11-22",
        "startcreatedtime=2026-13-22T10:30Z", "startcreatedtime=2026-02-30T10:30Z",
        "startcreatedtime=2026-02-10T24:30Z", "startcreatedtime=2026-11-22T10:30Zx",
        "startcreatedtime=2h", "startcreatedtime=-h", "startcreatedtime=-99999999999999h",
        "startcreatedtime=--1h"}) {
    EXPECT_NE(RefusalOf(text), "") << text;
  }
}

}  // namespace
}  // namespace hpdl::rt
