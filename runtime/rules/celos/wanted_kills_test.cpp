#include "runtime/rules/celos/wanted_kills.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runtime/rules/celos/slot_commands.h"
#include "runtime/rules/celos/testing/world.h"

namespace hpdl::rt::celos {
namespace {

using testing::At;
using testing::Death;
using testing::World;
using Asked = std::vector<std::string>;

constexpr const char* kOozie = "http://oozie";
constexpr const char* kTime = "2015-09-01T10:00Z";

/// Tests a running slot of a workflow whose Oozie server cannot be reached.
class WantedKillsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    world_.Add("a");
    Step();
    Step();
    ASSERT_EQ(Slots(), "10:00 RUNNING job-1 0");
    world_.service.away = {kOozie};
  }
  void Step() {
    world_.service.asked.clear();
    world_.log.lines.clear();
    const Result<void> stepped = world_.Step("2015-09-01T10:30Z");
    EXPECT_TRUE(stepped.ok()) << stepped.error().message;
  }
  Result<void> Kill(WantedKills* kills) {
    ScheduleTimes times(world_.configuration);
    return KillSlot(workflow(), At(kTime), times, world_.store, world_.service, world_.log, kills);
  }
  void Rerun() {
    ScheduleTimes times(world_.configuration);
    EXPECT_TRUE(
        RerunSlot(workflow(), At(kTime), At("2015-09-02T00:00Z"), times, world_.store, world_.log));
  }
  Workflow& workflow() { return world_.configuration.workflows.at("a"); }
  std::string Slots() { return world_.Slots("a"); }
  std::string Job() { return world_.service.jobs["job-1"].status; }
  bool HasLine(const std::string& begin) {
    const auto& lines = world_.log.lines;
    return std::any_of(lines.begin(), lines.end(),
                       [&](const std::string& line) { return line.starts_with(begin); });
  }

  World world_;
};

TEST_F(WantedKillsTest, AKillIsToldUntilItIsAnswered) {
  ASSERT_TRUE(Kill(&world_.kills));
  EXPECT_EQ(Slots(), "10:00 KILLED job-1 0");
  EXPECT_TRUE(HasLine(
      "ERROR: The service has not answered, so each step of the scheduler repeats the kill"));
  for (int step = 0; step < 3; ++step) {
    Step();
    EXPECT_EQ(world_.service.asked, Asked{"kill job-1"});
    EXPECT_TRUE(HasLine(
        "ERROR: The next step of the scheduler repeats the kill of a job: a@2015-09-01T10"));
    EXPECT_EQ(Job(), "RUNNING");
  }
  world_.service.away.clear();
  Step();
  EXPECT_EQ(Job(), "KILLED");
  EXPECT_EQ(Slots(), "10:00 KILLED job-1 0");
  Step();
  EXPECT_EQ(world_.service.asked, Asked());
}

TEST_F(WantedKillsTest, ASlotThatShallRunAgainWaitsForItsKill) {
  ASSERT_TRUE(Kill(&world_.kills));
  Rerun();
  Step();
  Step();
  EXPECT_EQ(Slots(), "10:00 WAITING - 0");
  EXPECT_EQ(world_.service.jobs.size(), 1U);
  world_.service.away.clear();
  Step();
  Step();
  EXPECT_EQ(Slots(), "10:00 RUNNING job-2 0");
  EXPECT_EQ(Job(), "KILLED");
}

TEST_F(WantedKillsTest, AWorkflowThatIsPausedIsToldToo) {
  ASSERT_TRUE(Kill(&world_.kills));
  world_.store.paused = {"a"};
  world_.service.away.clear();
  Step();
  EXPECT_EQ(Job(), "KILLED");
}

TEST_F(WantedKillsTest, AServiceThatHasMoved) {
  ASSERT_TRUE(Kill(&world_.kills));
  workflow().service.url = "http://new";
  Step();
  EXPECT_EQ(world_.service.asked, (Asked{"kill job-1", "kill job-1"}));
  EXPECT_EQ(Job(), "KILLED");
  EXPECT_TRUE(world_.kills.all.empty());
}

TEST_F(WantedKillsTest, AnotherServiceDoesNotKnowIt) {
  ASSERT_TRUE(Kill(&world_.kills));
  workflow().service.url = "http://other";
  world_.service.gone = {"job-1"};
  Rerun();
  Step();
  Step();
  EXPECT_EQ(world_.kills.all.size(), 1U) << "the first one may still have it";
  EXPECT_EQ(Slots(), "10:00 RUNNING job-2 0") << "the scripts say that jobs are here";
}

TEST_F(WantedKillsTest, WhatIsAnsweredIsNotToldAgain) {
  ASSERT_TRUE(Kill(&world_.kills));
  world_.service.away.clear();
  world_.service.failures["kill"] = 1;
  Step();
  EXPECT_TRUE(HasLine("ERROR: The kill of a job was refused, and the job may still run: a@"));
  Step();
  EXPECT_EQ(world_.service.asked, Asked());
  ASSERT_TRUE(world_.kills.PutKill({{"a", At(kTime)}, kOozie, "job-1"}));
  world_.service.gone = {"job-1"};
  Step();
  EXPECT_TRUE(world_.kills.all.empty());
  EXPECT_FALSE(HasLine("ERROR: "));
}

TEST_F(WantedKillsTest, ARefusalIsAnError) {
  world_.service.away.clear();
  world_.service.failures["kill"] = 1;
  EXPECT_FALSE(Kill(&world_.kills));
  EXPECT_EQ(Slots(), "10:00 RUNNING job-1 0");
  EXPECT_TRUE(world_.kills.all.empty());
}

TEST_F(WantedKillsTest, AsCelosItIsAnErrorToo) {
  EXPECT_FALSE(Kill(nullptr));
  EXPECT_EQ(Slots(), "10:00 RUNNING job-1 0");
}

TEST_F(WantedKillsTest, ADeathInBetweenChangesNothing) {
  for (int death = 1; death < 4; ++death) {
    SCOPED_TRACE(death);
    world_.store.states.clear();
    world_.service.jobs.clear();
    world_.service.away.clear();
    SetUp();
    world_.deaths.calls = 0;
    world_.deaths.fatal = death;
    try {
      ASSERT_TRUE(Kill(&world_.kills));
      EXPECT_GT(death, 2);
    } catch (const Death&) {
      EXPECT_LE(death, 2);
    }
    world_.deaths.fatal = 0;
    Step();
    EXPECT_EQ(Slots(), "10:00 KILLED job-1 0");
    world_.service.away.clear();
    Step();
    EXPECT_EQ(Job(), "KILLED");
    EXPECT_EQ(Slots(), "10:00 KILLED job-1 0");
  }
}

TEST(IsUnansweredTest, OozieAnswersWithACode) {
  const auto is = [](const std::string& message, ErrorClass error_class = ErrorClass::kError) {
    return IsUnanswered({error_class, "", message});
  };
  EXPECT_TRUE(is("IO_ERROR : java.io.IOException: x"));
  EXPECT_TRUE(is("HTTP error code: 404 : no message"));
  EXPECT_TRUE(is(""));
  EXPECT_TRUE(is("E0606 : takes too long", ErrorClass::kTransient));
  EXPECT_FALSE(is("E0604 : E0604: Job does not exist [x]"));
  EXPECT_FALSE(is("E0509 : E0509: User [a] not authorized"));
}

}  // namespace
}  // namespace hpdl::rt::celos
