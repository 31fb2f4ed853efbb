#include "runtime/rules/celos/trigger_status.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runtime/rules/celos/testing/world.h"

namespace hpdl::rt::celos {
namespace {

using testing::At;
using testing::World;

const TriggerPtr kYes = World::Of(AlwaysTrigger{});
const TriggerPtr kNo = World::Of(NotTrigger{kYes});

class TriggerStatusTest : public ::testing::Test {
 protected:
  Result<TriggerStatus> Ask(const TriggerPtr& trigger,
                            const std::string& slot = "2013-11-22T15:00Z") {
    const TriggerWorld asked{world_.store, world_.files, world_.log, At(now_)};
    const Result<bool> ready = IsReady(*trigger, asked, At(slot));
    Result<TriggerStatus> status = DescribeTrigger(*trigger, asked, At(slot));
    EXPECT_EQ(ready.ok(), status.ok());
    EXPECT_TRUE(!status || status->ready == *ready) << "the same without words";
    return status;
  }
  /// Returns a text such as `AndTrigger yes: All nested triggers are ready`, or the error.
  std::string Says(const TriggerPtr& trigger, const std::string& slot = "2013-11-22T15:00Z") {
    const Result<TriggerStatus> status = Ask(trigger, slot);
    return status ? std::string(status->type) + (status->ready ? " yes: " : " no: ") +
                        status->description
                  : ExceptionText(status.error());
  }

  World world_;
  std::string now_ = "2014-01-01T05:00:00Z";
};

TEST_F(TriggerStatusTest, SomeMustBeReady) {
  EXPECT_EQ(Says(kYes), "AlwaysTrigger yes: Always ready");
  EXPECT_EQ(Says(World::Of(AndTrigger{})), "AndTrigger yes: All nested triggers are ready");
  EXPECT_EQ(Says(World::Of(AndTrigger{{kYes, kNo, kYes}})),
            "AndTrigger no: Not all nested triggers are ready");
  EXPECT_EQ(Says(World::Of(AndTrigger{{kYes, kYes, kYes}})),
            "AndTrigger yes: All nested triggers are ready");
  EXPECT_EQ(Says(World::Of(OrTrigger{})), "OrTrigger no: None of the nested triggers are ready");
  EXPECT_EQ(Says(World::Of(OrTrigger{{kNo, kYes, kNo}})),
            "OrTrigger yes: One or more nested triggers are ready");
  EXPECT_EQ(Says(World::Of(OrTrigger{{kNo, kNo, kNo}})),
            "OrTrigger no: None of the nested triggers are ready");
  EXPECT_EQ(Says(kNo), "NotTrigger no: Not ready, nested trigger is ready");
  EXPECT_EQ(Says(World::Of(NotTrigger{kNo})), "NotTrigger yes: Ready, nested trigger isn't ready");
}

TEST_F(TriggerStatusTest, AllPartsAreAsked) {
  const Result<TriggerStatus> four = Ask(World::Of(OrTrigger{{kYes, kNo, kYes, kNo}}));
  ASSERT_TRUE(four.ok());
  EXPECT_EQ(four->parts.size(), 4u);
  EXPECT_EQ(four->parts[1].parts.size(), 1u);
  const Result<TriggerStatus> six = Ask(World::Of(AndTrigger{{kNo, kNo, kYes, kNo, kYes, kNo}}));
  ASSERT_TRUE(six.ok());
  EXPECT_EQ(six->parts.size(), 6u);
  const TriggerPtr lost = World::Of(HdfsCheckTrigger{"/a", "hdfs://nosuch"});
  EXPECT_EQ(Says(World::Of(OrTrigger{{kYes, lost}})), "java.net.UnknownHostException: nosuch");
}

TEST_F(TriggerStatusTest, ADelayEndsWhenItIsOver) {
  const TriggerPtr delay = World::Of(DelayTrigger{3600});
  for (const char* slot : {"1980-01-01T03:59Z", "2014-01-01T03:59Z", "2014-01-01T03:59:59Z"}) {
    EXPECT_TRUE(Ask(delay, slot)->ready) << slot;
  }
  for (const char* slot :
       {"2014-01-01T04:00Z", "2014-01-01T05:00Z", "2014-01-01T06:00Z", "2080-01-01T06:00Z"}) {
    EXPECT_FALSE(Ask(delay, slot)->ready) << slot;
  }
  EXPECT_EQ(Says(delay, "2014-01-01T05:00Z"),
            "DelayTrigger no: Delayed until 2014-01-01T06:00:00.000Z");
  now_ = "2014-01-01T06:00:00.001Z";
  EXPECT_EQ(Says(delay, "2014-01-01T05:00Z"),
            "DelayTrigger yes: Ready since 2014-01-01T06:00:00.000Z");
}

TEST_F(TriggerStatusTest, PathsHaveVariables) {
  const TriggerPtr check =
      World::Of(HdfsCheckTrigger{"/in//${year}-${month}-${day}/${hour}00/_READY", "file:///"});
  EXPECT_EQ(Says(check), "HDFSCheckTrigger no: HDFS path /in/2013-11-22/1500/_READY is not ready");
  world_.files.paths = {"/in/2013-11-22/1500/_READY"};
  EXPECT_EQ(Says(check), "HDFSCheckTrigger yes: HDFS path /in/2013-11-22/1500/_READY is ready");
  EXPECT_TRUE(world_.log.Has("Checking HDFS path: /in/2013-11-22/1500/_READY"));
  for (const auto& [seconds, slot] :
       {std::pair(3600, "2013-11-22T14:00Z"), std::pair(0, "2013-11-22T15:00Z"),
        std::pair(-3600, "2013-11-22T16:00Z")}) {
    EXPECT_EQ(Says(World::Of(OffsetTrigger{seconds, check}), slot),
              "OffsetTrigger yes: Nested trigger offset by " + std::to_string(seconds) +
                  " seconds ready");
  }
  EXPECT_EQ(Says(World::Of(OffsetTrigger{3600, check})),
            "OffsetTrigger no: Nested trigger offset by 3600 seconds not ready");
}

TEST_F(TriggerStatusTest, AnotherWorkflowHasSucceeded) {
  const TriggerPtr success = World::Of(SuccessTrigger{"foo"});
  const std::string slot = "Workflow slot foo@2013-11-22T15:00:00.000Z is ";
  EXPECT_EQ(Says(success), "SuccessTrigger no: " + slot + "not ready");
  for (const SlotStatus status :
       {SlotStatus::kWaiting, SlotStatus::kReady, SlotStatus::kRunning, SlotStatus::kFailure,
        SlotStatus::kWaitTimeout, SlotStatus::kKilled}) {
    world_.Put("foo", "2013-11-22T15:00Z", status);
    EXPECT_EQ(Says(success), "SuccessTrigger no: " + slot + "not ready");
  }
  world_.Put("foo", "2013-11-22T15:00Z", SlotStatus::kSuccess);
  EXPECT_EQ(Says(success), "SuccessTrigger yes: " + slot + "ready");
}

TEST_F(TriggerStatusTest, WhatIsNoTriggerIsSeenWhenItIsAsked) {
  EXPECT_TRUE(Says(World::Of(AndTrigger{{kYes, nullptr}})).starts_with("java.lang.ClassCast"));
}

TEST_F(TriggerStatusTest, PartsAreBounded) {
  TriggerPtr doubled = kYes, deep = kYes;
  for (int i = 0; i < 40; ++i) {
    doubled = World::Of(AndTrigger{{doubled, doubled}});
  }
  EXPECT_EQ(Ask(doubled).error().code, kStackOverflow);
  for (int i = 0; i < 1200; ++i) {
    deep = World::Of(NotTrigger{deep});
  }
  EXPECT_EQ(Ask(deep).error().code, kStackOverflow);
}

}  // namespace
}  // namespace hpdl::rt::celos
