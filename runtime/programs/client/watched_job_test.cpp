#include "runtime/programs/client/watched_job.h"

#include <gtest/gtest.h>

namespace hpdl::client {
namespace {

TEST(WatchedJob, AWorkflowStaysAsItIs) {
  const Json job{{"id", "a-W"}, {"appName", "w"}, {"status", "RUNNING"}};
  Json expected = job;
  expected["kind"] = "job";
  EXPECT_EQ(WatchedJob("a-W", job), expected);
}

TEST(WatchedJob, ACoordinatorHasItsNewestActionsLast) {
  const auto action = [](int number, const char* status, Json error) {
    return Json{{"actionNumber", number},
                {"status", status},
                {"nominalTime", "Mon, 0" + std::to_string(number) + " Jan 2024 00:00:00 GMT"},
                {"createdTime", "Thu, 01 Jan 2026 12:00:01 GMT"},
                {"lastModifiedTime", "Thu, 01 Jan 2026 12:00:05 GMT"},
                {"externalId", "a-W"},
                {"errorCode", error},
                {"errorMessage", error}};
  };
  const Json job =
      WatchedJob("a-C", {{"coordJobId", "a-C"},
                         {"coordJobName", "daily"},
                         {"status", "DONEWITHERROR"},
                         {"startTime", "Mon, 01 Jan 2024 00:00:00 GMT"},
                         {"endTime", "Tue, 02 Jan 2024 00:00:00 GMT"},
                         {"actions", {action(2, "FAILED", "E1"), action(1, "OK", nullptr)}}});
  EXPECT_EQ(job["kind"], "coordinator");
  EXPECT_EQ(job["id"], "a-C");
  EXPECT_EQ(job["appName"], "daily");
  EXPECT_EQ(job["status"], "DONEWITHERROR");
  EXPECT_FALSE(job.contains("startTime") || job.contains("endTime")) << "times of the schedule";
  ASSERT_EQ(job["actions"].size(), 2U);
  EXPECT_EQ(job["actions"][0]["name"], "@1 2024-01-01T00:00Z");
  EXPECT_EQ(job["actions"][1]["name"], "@2 2024-01-02T00:00Z");
  EXPECT_EQ(job["actions"][1]["endTime"], "Thu, 01 Jan 2026 12:00:05 GMT");
  EXPECT_EQ(job["actions"][1]["errorCode"], "E1");
}

TEST(WatchedJob, ABundleHasItsCoordinators) {
  const Json job = WatchedJob(
      "a-B",
      {{"bundleJobId", "a-B"},
       {"bundleJobName", "all"},
       {"status", "RUNNING"},
       {"bundleCoordJobs", {{{"coordJobName", "one"}, {"coordJobId", "a-C"}, {"status", "PREP"}}}},
       {"notSubmitted",
        {{{"coordJobName", "two"}, {"errorCode", "E0701"}, {"errorMessage", "why"}}}}});
  EXPECT_EQ(job["kind"], "bundle");
  EXPECT_EQ(job["appName"], "all");
  EXPECT_EQ(job["actions"], Json::parse(R"([{"name": "one", "status": "PREP", "type": "coordinator",
                             "externalId": "a-C"},
                            {"name": "two", "status": "FAILED", "type": "coordinator",
                             "errorCode": "E0701", "errorMessage": "why"}])"));
}

TEST(WatchedJob, OddAnswersAreShown) {
  for (const char* id : {"a-W", "a-C", "a-B"}) {
    EXPECT_TRUE(WatchedJob(id, Json::object()).is_object()) << id;
    EXPECT_TRUE(WatchedJob(id, {{"actions", "x"}, {"bundleCoordJobs", {1, nullptr}}}).is_object());
  }
}

TEST(WatchedJob, TheNewestActionsAreRequested) {
  EXPECT_EQ(WatchParameters("a-C"),
            (Parameters{{"show", "info"}, {"order", "desc"}, {"len", "100"}}));
}

}  // namespace
}  // namespace hpdl::client
