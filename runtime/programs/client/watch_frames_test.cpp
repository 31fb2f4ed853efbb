#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/programs/client/watch_view.h"

namespace hpdl::client {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::int64_t kNow = 1767268806500;  // 2026-01-01T12:00:06.5Z

Json JobWith(Json action) {
  return {{"id", "a-W"}, {"status", "RUNNING"}, {"actions", Json::array({std::move(action)})}};
}

Json RunningAction() {
  return {{"name", "get"},
          {"status", "RUNNING"},
          {"type", "shell"},
          {"externalId", "application_1_2"},
          {"startTime", "Thu, 01 Jan 2026 12:00:01 GMT"},
          {"endTime", nullptr}};
}

TEST(JobEvents, AnActionIsToldOfWhenItChanges) {
  JobEvents events;
  const std::vector<rt::ProgressEvent> first = events.NewIn(JobWith(RunningAction()), kNow);
  ASSERT_THAT(first, SizeIs(2));
  EXPECT_EQ(first[0].type, rt::ProgressEvent::Type::kJob);
  EXPECT_EQ(first[0].state, "RUNNING");
  EXPECT_EQ(first[1].node, "get");
  EXPECT_EQ(first[1].state, "RUNNING");
  EXPECT_EQ(first[1].node_type, "shell");
  EXPECT_EQ(first[1].waiting, "application_1_2");
  EXPECT_EQ(first[1].started_ms, 1767268801000);
  EXPECT_EQ(first[1].time_ms, kNow);

  EXPECT_THAT(events.NewIn(JobWith(RunningAction()), kNow + 1000), SizeIs(1)) << "the job alone";

  Json ended = RunningAction();
  ended.update({{"status", "ERROR"},
                {"endTime", "Thu, 01 Jan 2026 12:00:05 GMT"},
                {"errorCode", "JA018"},
                {"errorMessage", "exit 3"},
                {"transition", "no"}});
  const std::vector<rt::ProgressEvent> last = events.NewIn(JobWith(ended), kNow + 2000);
  ASSERT_THAT(last, SizeIs(2));
  EXPECT_EQ(last[1].state, "ERROR");
  EXPECT_EQ(last[1].time_ms, 1767268805000) << "its end, not when that was seen";
  EXPECT_EQ(last[1].error_code, "JA018");
  EXPECT_EQ(last[1].message, "exit 3");
  EXPECT_EQ(last[1].transition, "no");
}

TEST(JobEvents, ControlNodesHaveTheirOwnWords) {
  const Json start{{"name", ":start:"}, {"status", "OK"}, {"type", ":START:"}, {"externalId", "-"}};
  const std::vector<rt::ProgressEvent> events = JobEvents().NewIn(JobWith(start), kNow);
  ASSERT_THAT(events, SizeIs(2));
  EXPECT_EQ(events[1].node_type, "start");
  EXPECT_THAT(events[1].waiting, IsEmpty());
}

TEST(JobEvents, OddActionsAreLeftOut) {
  const auto count = [](Json action) {
    return JobEvents().NewIn(JobWith(std::move(action)), kNow).size();
  };
  EXPECT_EQ(count(nullptr), 1U);
  EXPECT_EQ(count(7), 1U);
  EXPECT_EQ(count({{"name", "a"}}), 1U);
  EXPECT_EQ(count({{"status", "OK"}}), 1U);
  EXPECT_EQ(JobEvents().NewIn({{"actions", "x"}}, kNow).size(), 1U);
}

}  // namespace
}  // namespace hpdl::client
