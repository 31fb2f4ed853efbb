#include "runtime/rules/celos/submissions.h"

#include <gtest/gtest.h>

#include <string>

#include "runtime/rules/celos/testing/world.h"

namespace hpdl::rt::celos {
namespace {

using testing::At;
using testing::Death;
using testing::World;
using enum SlotStatus;

/// Checks that each of three slots has one job, and that each job was started once.
void CheckJobs(World& world, const std::string& what) {
  std::map<std::string, int> jobs;
  for (const auto& [id, job] : world.service.jobs) {
    ++jobs[job.submission.slot.Text()];
    EXPECT_EQ(job.starts, 1) << what << ": " << id;
  }
  for (const auto& [slot, count] : jobs) {
    EXPECT_EQ(count, 1) << what << ": " << slot;
  }
  EXPECT_EQ(jobs.size(), 3u) << what;
}

/// Runs steps until three slots have run. After a scheduler has died, another scheduler continues.
void RunThree(World& world) {
  for (int minute = 30; minute < 50; ++minute) {
    try {
      EXPECT_TRUE(world.Step("2015-09-01T12:" + std::to_string(minute) + "Z").ok());
    } catch (const Death&) {
      world.deaths.fatal = 0;
      world.store.Lose();
    }
    for (auto& [id, job] : world.service.jobs) {
      if (job.status == "RUNNING") {
        job.status = "SUCCEEDED";
      }
    }
  }
}

TEST(SubmissionsTest, EachSlotHasOneJobWhereverTheSchedulerDies) {
  bool died = true;
  for (int fatal = 1; died; ++fatal) {
    World world;
    world.Add("a").strategy = SerialStrategy{2};
    world.deaths.fatal = fatal;
    RunThree(world);
    died = world.deaths.fatal == 0;
    const std::string what = "death " + std::to_string(fatal);
    CheckJobs(world, what);
    EXPECT_TRUE(world.intents.all.empty()) << what;
    EXPECT_EQ(world.Slots("a").find("FAILURE"), std::string::npos) << what;
    ASSERT_LT(fatal, 100);
    ASSERT_TRUE(died || fatal > 15) << "there are five steps to a submission";
  }
}

TEST(SubmissionsTest, AnAnswerThatWasLostIsSearched) {
  World world;
  world.Add("a");
  world.Put("a", "2015-09-01T10:00Z", kReady);
  world.service.unheard = 1;
  EXPECT_TRUE(world.Step("2015-09-01T10:30Z").ok());
  EXPECT_EQ(world.Slots("a"), "10:00 READY - 0");
  EXPECT_EQ(world.intents.all.size(), 1u);
  EXPECT_TRUE(world.Step("2015-09-01T10:31Z").ok());
  EXPECT_EQ(world.Slots("a"), "10:00 RUNNING job-1 0");
  EXPECT_EQ(world.service.jobs.size(), 1u);
  EXPECT_EQ(world.service.jobs["job-1"].starts, 1);
}

TEST(SubmissionsTest, WhatMayStillArriveIsWaitedFor) {
  World world;
  world.Add("a");
  world.Put("a", "2015-09-01T10:00Z", kReady);
  world.intents.all[{"a", At("2015-09-01T10:00Z")}] = {
      {"a", At("2015-09-01T10:00Z")}, "http://oozie", "key-old", "", 1};
  world.service.certain = false;
  EXPECT_TRUE(world.Step("2015-09-01T10:30Z").ok());
  EXPECT_TRUE(world.service.jobs.empty());
  EXPECT_TRUE(
      world.log.Has("ERROR: Exception in workflow: a: a@2015-09-01T10:00:00.000Z: it is not known "
                    "yet whether the slot has a job at http://oozie"));
  world.service.certain = true;
  EXPECT_TRUE(world.Step("2015-09-01T10:31Z").ok());
  EXPECT_EQ(world.Slots("a"), "10:00 RUNNING job-1 0");
  EXPECT_EQ(world.service.jobs["job-1"].submission.key, "key-old");
}

TEST(SubmissionsTest, TheJobOfASlotThatWasKilledMeanwhileIsKilled) {
  World world;
  world.Add("a");
  const SlotId slot{"a", At("2015-09-01T10:00Z")};
  world.intents.all[slot] = {slot, "http://oozie", "key-old", "", 1};
  world.service.jobs["job-1"] = {world.intents.all[slot], {}};
  world.Put("a", "2015-09-01T10:00Z", kKilled);
  EXPECT_TRUE(world.Step("2015-09-01T10:30Z").ok());
  EXPECT_EQ(world.service.jobs["job-1"].status, "KILLED");
  EXPECT_TRUE(world.intents.all.empty());
}

}  // namespace
}  // namespace hpdl::rt::celos
