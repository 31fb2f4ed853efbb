#include "runtime/rules/celos/scheduler.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runtime/rules/celos/slot_commands.h"
#include "runtime/rules/celos/testing/world.h"

namespace hpdl::rt::celos {
namespace {

using testing::At;
using testing::World;
using Asked = std::vector<std::string>;
using enum SlotStatus;

class SchedulerTest : public ::testing::Test {
 protected:
  void Step(const std::string& time, const std::set<std::string>& ids = {}) {
    world_.service.asked.clear();
    const Result<void> stepped = world_.Step(time, ids);
    EXPECT_TRUE(stepped.ok()) << stepped.error().message;
  }
  std::string Rerun(const std::string& id, const std::string& time) {
    ScheduleTimes times(world_.configuration);
    return TextOf(RerunSlot(world_.configuration.workflows.at(id), At(time),
                            At("2015-09-02T00:00Z"), times, world_.store, world_.log));
  }
  std::string Kill(const std::string& id, const std::string& time) {
    ScheduleTimes times(world_.configuration);
    return TextOf(KillSlot(world_.configuration.workflows.at(id), At(time), times, world_.store,
                           world_.service, world_.log));
  }
  static std::string TextOf(const Result<void>& result) {
    return result ? "" : ExceptionText(result.error());
  }
  const Asked& asked() const { return world_.service.asked; }

  World world_;
};

TEST_F(SchedulerTest, FromWaitingToSuccessInThreeSteps) {
  world_.Add("a");
  Step("2015-09-01T10:30Z");
  EXPECT_EQ(world_.Slots("a"), "10:00 READY - 0");
  EXPECT_EQ(asked(), Asked{});
  Step("2015-09-01T10:31Z");
  EXPECT_EQ(world_.Slots("a"), "10:00 RUNNING job-1 0");
  EXPECT_EQ(asked(), (Asked{"submit a@2015-09-01T10:00Z", "start job-1"}));
  Step("2015-09-01T10:32Z");
  EXPECT_EQ(asked(), Asked{"look job-1"});
  world_.service.jobs["job-1"].status = "SUCCEEDED";
  Step("2015-09-01T10:33Z");
  EXPECT_EQ(world_.Slots("a"), "10:00 SUCCESS job-1 0");
  Step("2015-09-01T10:34Z");
  EXPECT_EQ(asked(), Asked{});
  EXPECT_TRUE(world_.intents.all.empty());
}

TEST_F(SchedulerTest, AJobIsSubmittedWithWhatTheSlotIs) {
  world_.Add("a").service.properties =
      Properties{{"in", "/in/${year}/${hour}${millisecond}"}, {"year", "no"}, {"x", "${x}"}};
  world_.Put("a", "2015-09-01T10:00Z", kReady);
  Step("2015-09-01T10:31Z");
  EXPECT_EQ(world_.service.jobs["job-1"].properties,
            (Properties{{"celosWorkflowName", "a@2015-09-01T10:00Z"},
                        {"day", "01"},
                        {"hour", "10"},
                        {"in", "/in/2015/10000"},
                        {"minute", "00"},
                        {"month", "09"},
                        {"second", "00"},
                        {"x", "${x}"},
                        {"year", "2015"}}));
}

TEST_F(SchedulerTest, ALogOfAStep) {
  world_.Add("a");
  world_.Add("b").trigger = World::Of(OrTrigger{});
  world_.Add("c");
  world_.Add("d");
  world_.store.paused = {"c"};
  world_.Put("a", "2015-09-01T10:00Z", kReady);
  Step("2015-09-01T11:30Z", {"a", "b", "c"});
  EXPECT_EQ(world_.log.lines,
            (std::vector<std::string>{
                "Starting scheduler step: 2015-09-01T11:30:00.000Z -- 2015-08-25T11:30:00.000Z",
                "Processing workflow: a at: 2015-09-01T11:30:00.000Z",
                "Submitting slot to external service: a@2015-09-01T10:00:00.000Z",
                "Starting slot: a@2015-09-01T10:00:00.000Z with external ID: job-1",
                "Slot is ready: a@2015-09-01T11:00:00.000Z",
                "Processing workflow: b at: 2015-09-01T11:30:00.000Z",
                "Waiting for slot: b@2015-09-01T10:00:00.000Z",
                "Waiting for slot: b@2015-09-01T11:00:00.000Z",
                "Workflow is paused: c",
                "Ignoring workflow: d",
                "Ending scheduler step: 2015-09-01T11:30:00.000Z -- 2015-08-25T11:30:00.000Z",
            }));
}

TEST_F(SchedulerTest, AServerThatIsLeftForTheNextStep) {
  world_.Add("a");
  world_.Add("b").service.url = "http://other";
  world_.Put("a", "2015-09-01T10:00Z", kRunning, "job-7");
  world_.Put("a", "2015-09-01T11:00Z", kReady);
  world_.Put("b", "2015-09-01T10:00Z", kReady);
  world_.kills.all = {{{"a", At("2015-09-01T08:00Z")}, "http://oozie", "job-8"}};
  world_.service.left = {"http://oozie"};
  Step("2015-09-01T11:30Z");
  EXPECT_EQ(world_.Slots("a"), "10:00 RUNNING job-7 0, 11:00 READY - 0");
  ASSERT_EQ(asked().size(), 2U);
  EXPECT_EQ(asked()[0], "submit b@2015-09-01T10:00Z");
  EXPECT_EQ(world_.kills.all.size(), 1U);
  EXPECT_TRUE(world_.intents.all.empty());
  for (const std::string& line : world_.log.lines) {
    EXPECT_FALSE(line.starts_with("ERROR: ")) << line;
    EXPECT_FALSE(line.starts_with("Submitting slot to external service: a")) << line;
  }
}

TEST_F(SchedulerTest, ASlotWaitsAsLongAsItMay) {
  Workflow& workflow = world_.Add("a");
  workflow.start_time = At("2015-09-01T22:00Z");
  workflow.trigger = World::Of(OrTrigger{});
  workflow.wait_timeout_seconds = 20;
  Step("2015-09-01T22:00:19Z");
  Step("2015-09-01T22:00:20Z");
  EXPECT_EQ(world_.Slots("a"), "") << "nothing is written while it waits";
  Step("2015-09-01T22:00:20.001Z");
  EXPECT_EQ(world_.Slots("a"), "22:00 WAIT_TIMEOUT - 0");
  EXPECT_TRUE(world_.log.Has("Slot timed out waiting: a@2015-09-01T22:00:00.000Z"));
}

TEST_F(SchedulerTest, ReadinessWinsOverTheTimeOut) {
  world_.Add("a").wait_timeout_seconds = 1;
  Step("2015-09-01T10:30Z");
  EXPECT_EQ(world_.Slots("a"), "10:00 READY - 0");
}

TEST_F(SchedulerTest, AFailedJobIsTriedAgainAsOftenAsItMayBe) {
  world_.Add("a").max_retry_count = 1;
  world_.Put("a", "2015-09-01T10:00Z", kRunning, "job-1");
  world_.service.jobs["job-1"].status = "KILLED";
  Step("2015-09-01T10:31Z");
  EXPECT_EQ(world_.Slots("a"), "10:00 WAITING - 1");
  Step("2015-09-01T10:32Z");
  EXPECT_EQ(world_.Slots("a"), "10:00 READY - 1");
  Step("2015-09-01T10:33Z");
  EXPECT_EQ(world_.Slots("a"), "10:00 RUNNING job-2 1");
  world_.service.jobs["job-2"].status = "FAILED";
  Step("2015-09-01T10:34Z");
  EXPECT_EQ(world_.Slots("a"), "10:00 FAILURE job-2 1");
}

TEST_F(SchedulerTest, TheWindowIsAWeek) {
  Workflow& workflow = world_.Add("a");
  workflow.schedule = World::CronOf("0 0 10 * * ?");
  workflow.start_time = {0};
  workflow.strategy = SerialStrategy{0};
  Step("2015-08-31T10:00Z");
  EXPECT_EQ(world_.store.states.size(), 7u);
  EXPECT_EQ(world_.Slots("a", "2015-08-24"), "10:00 READY - 0") << "its start counts";
  EXPECT_EQ(world_.Slots("a", "2015-08-31"), "") << "now does not";
  workflow.start_time = At("2015-09-01T10:00:00.001Z");
  EXPECT_EQ(WindowStartOf(workflow, At("2015-09-02T00:00Z")), workflow.start_time);
  EXPECT_EQ(WindowStartOf(workflow, At("2015-09-30T20:00Z")), At("2015-09-23T20:00Z"));
}

TEST_F(SchedulerTest, AStepThatBeginsSomeMillisecondsLateMakesNoOtherSlot) {
  Workflow& workflow = world_.Add("a");
  workflow.schedule = World::CronOf("0 * * * * ?");
  workflow.start_time = At("2015-09-01T00:01Z");
  workflow.strategy = TrivialStrategy{};
  const std::string steps[] = {"2015-09-01T00:01:00.456Z", "2015-09-01T00:02:00.456Z",
                               "2015-09-01T00:03:00.456Z"};
  for (const std::string& time : steps) {
    Step(time);
  }
  EXPECT_EQ(world_.Slots("a"), "00:01 RUNNING job-1 0, 00:02 RUNNING job-2 0, 00:03 READY - 0");
  workflow.start_time = {0};
  workflow.strategy = SerialStrategy{0};
  const std::size_t before = world_.store.states.size();
  Step("2015-09-08T00:01:00.456Z");  // the window begins at a slot, some milliseconds late
  for (const auto& [slot, state] : world_.store.states) {
    EXPECT_TRUE(slot.time.IsWholeSecond()) << slot.Text();
  }
  EXPECT_EQ(world_.store.states.size(), before + 7 * 24 * 60 - 2) << "one for each minute";
}

TEST_F(SchedulerTest, AMarkThatIsNoWholeSecondIsIgnored) {
  world_.Add("a");
  world_.store.marks = {{{"a", At("2015-07-01T10:00:00.350Z")}, At("2015-09-01T10:00Z")}};
  Step("2015-09-01T10:00Z");
  EXPECT_EQ(world_.store.states.size(), 0u);
}

TEST_F(SchedulerTest, RunningSlotsOutsideOfTheWindowDoNotCount) {
  world_.Add("a").start_time = {0};
  world_.Put("a", "2015-08-01T10:00Z", kRunning, "job-old");
  world_.Put("a", "2015-09-01T10:00Z", kReady);
  Step("2015-09-01T10:30Z", {"a"});
  EXPECT_EQ(asked(), (Asked{"submit a@2015-09-01T10:00Z", "start job-1"}));
}

TEST_F(SchedulerTest, SlotsOffTheScheduleAreNotSeen) {
  world_.Add("a");
  world_.Put("a", "2015-09-01T10:30Z", kReady);
  world_.Put("a", "2015-09-01T11:00Z", kSuccess);
  Step("2015-09-01T11:30Z");
  EXPECT_EQ(world_.Slots("a"), "10:00 READY - 0, 10:30 READY - 0, 11:00 SUCCESS - 0");
}

TEST_F(SchedulerTest, MarkedSlotsAreSteppedWhereverTheyAre) {
  world_.Add("a").strategy = SerialStrategy{0};
  world_.store.marks = {{{"a", At("2015-07-01T10:00Z")}, At("2015-09-01T12:00Z")},
                        {{"a", At("2015-07-01T10:10Z")}, At("2015-09-01T12:00:00.001Z")},
                        {{"b", At("2015-07-01T10:20Z")}, At("2014-09-01T12:00Z")}};
  world_.Add("a").start_time = At("2015-09-20T00:00Z");
  Step("2015-09-15T12:00:00.001Z");
  EXPECT_EQ(world_.Slots("a", "2015-07-01"), "10:00 READY - 0, 10:10 READY - 0")
      << "a mark counts in the step that removes it";
  EXPECT_EQ(world_.store.marks.size(), 2u);
}

TEST_F(SchedulerTest, ASubmissionThatIsRefusedIsItsSlotsAlone) {
  world_.Add("a");
  world_.Put("a", "2015-09-01T10:00Z", kReady);
  world_.Put("a", "2015-09-01T11:00Z", kReady);
  world_.Put("a", "2015-09-01T12:00Z", kReady);
  world_.service.failures["submit"] = 1;
  Step("2015-09-01T13:30Z");
  EXPECT_EQ(world_.Slots("a"),
            "10:00 READY - 0, 11:00 RUNNING job-1 0, 12:00 READY - 0, 13:00 READY - 0")
      << "the next slot gets the place";
  EXPECT_TRUE(world_.log.Has(
      "ERROR: Exception in workflow: a: a@2015-09-01T10:00:00.000Z: E9999 : E9999: refused"));
  EXPECT_TRUE(world_.intents.all.empty());
  world_.service.jobs["job-1"].status = "SUCCEEDED";
  Step("2015-09-01T13:31Z");
  Step("2015-09-01T13:32Z");
  EXPECT_EQ(world_.Slots("a"),
            "10:00 RUNNING job-2 0, 11:00 SUCCESS job-1 0, 12:00 READY - 0, 13:00 READY - 0")
      << "it is tried again";
}

TEST_F(SchedulerTest, AServiceThatRefusesAllIsAskedForSomeOnly) {
  world_.Add("a");
  for (int hour = 0; hour < 2 * kMostInPlace; ++hour) {
    const ScheduledTime time{At("2015-09-01T10:00Z").ms + hour * 3'600'000};
    world_.Put("a", time.Text(), kReady);
  }
  world_.service.failures["submit"] = 1000;
  Step("2015-09-03T12:00Z");
  EXPECT_EQ(asked().size(), kMostInPlace + 1U);
}

TEST_F(SchedulerTest, ASubmissionWithoutAnAnswerKeepsItsPlace) {
  world_.Add("a");
  world_.Put("a", "2015-09-01T10:00Z", kReady);
  world_.Put("a", "2015-09-01T11:00Z", kReady);
  world_.service.unheard = 1;
  Step("2015-09-01T11:30Z");
  EXPECT_EQ(asked(), Asked{"submit a@2015-09-01T10:00Z"});
}

TEST_F(SchedulerTest, AStartThatFailsIsRepeated) {
  world_.Add("a");
  world_.Put("a", "2015-09-01T10:00Z", kReady);
  world_.Put("a", "2015-09-01T11:00Z", kReady);
  world_.service.failures["start"] = 1;
  Step("2015-09-01T11:31Z");
  EXPECT_EQ(world_.Slots("a"), "10:00 RUNNING job-1 0, 11:00 READY - 0");
  EXPECT_EQ(world_.service.jobs["job-1"].status, "PREP");
  Step("2015-09-01T11:32Z");
  EXPECT_EQ(asked(), (Asked{"start job-1", "look job-1"}));
  EXPECT_TRUE(world_.intents.all.empty());
}

TEST_F(SchedulerTest, AnErrorWithOneSlotLeavesTheLaterOnesOfItsWorkflow) {
  world_.Add("a").strategy = SerialStrategy{5};
  world_.Put("a", "2015-09-01T10:00Z", kRunning, "job-1");
  world_.Put("a", "2015-09-01T11:00Z", kRunning, "job-2");
  world_.service.jobs["job-1"].status = "RUNNING";
  world_.service.jobs["job-2"].status = "SUCCEEDED";
  world_.service.failures["look"] = 1;
  Step("2015-09-01T11:30Z");
  EXPECT_EQ(world_.Slots("a"), "10:00 RUNNING job-1 0, 11:00 SUCCESS job-2 0");
  EXPECT_TRUE(world_.log.Has(
      "ERROR: Exception in workflow: a: a@2015-09-01T10:00:00.000Z: E9999 : E9999: refused"));
}

TEST_F(SchedulerTest, ASubmissionThatCannotBeEndedIsItsSlotsAlone) {
  world_.Add("a").strategy = SerialStrategy{5};
  const SlotId lost{"a", At("2015-09-01T10:00Z")};
  world_.intents.all[lost] = {lost, "http://oozie", "key-old", "", 1};
  world_.service.certain = false;
  world_.Put("a", "2015-09-01T10:00Z", kReady);
  world_.Put("a", "2015-09-01T11:00Z", kRunning, "job-7");
  world_.service.jobs["job-7"].status = "SUCCEEDED";
  world_.Put("a", "2015-09-01T12:00Z", kReady);
  Step("2015-09-01T12:30Z");
  EXPECT_EQ(world_.Slots("a"), "10:00 READY - 0, 11:00 SUCCESS job-7 0, 12:00 RUNNING job-2 0");
  EXPECT_EQ(world_.intents.all.size(), 1u);
}

TEST_F(SchedulerTest, AJobThatIsGoneHasFailedForGood) {
  for (const bool begun : {false, true}) {
    world_.Add("a").max_retry_count = 5;
    const SlotId slot{"a", At("2015-09-01T10:00Z")};
    world_.Put("a", "2015-09-01T10:00Z", kRunning, "job-1");
    if (begun) {
      world_.intents.all[slot] = {slot, "http://oozie", "key-old", "", 1};
    }
    world_.service.gone = {"job-1"};
    Step("2015-09-01T10:30Z");
    EXPECT_EQ(world_.Slots("a"), "10:00 FAILURE job-1 0") << begun;
    EXPECT_TRUE(world_.intents.all.empty());
    EXPECT_TRUE(
        world_.log.Has("ERROR: Slot failed, its job is gone: a@2015-09-01T10:00:00.000Z "
                       "external ID: job-1"));
  }
}

TEST_F(SchedulerTest, ASlotThatCannotBeReadIsLeftAloneAndNamed) {
  world_.Add("a");
  const ScheduledTime bad = At("2015-09-01T10:00Z"), none = At("2015-09-01T00:00Z");
  world_.store.unreadable = {{bad, {bad.ms + 1}, JavaException(kIoException, "db/10: torn")},
                             {none, none, JavaException(kIoException, "db/x: no time")}};
  world_.Put("a", "2015-09-01T11:00Z", kReady);
  Step("2015-09-01T12:30Z");
  EXPECT_EQ(world_.Slots("a"), "11:00 RUNNING job-1 0, 12:00 READY - 0");
  EXPECT_TRUE(world_.log.Has("ERROR: Exception in workflow: a: db/10: torn"));
  EXPECT_TRUE(world_.log.Has("ERROR: Exception in workflow: a: db/x: no time"));
}

TEST_F(SchedulerTest, PropertiesThatCannotBeHadFailASubmission) {
  world_.Add("a");
  world_.Put("a", "2015-09-01T10:00Z", kReady);
  world_.properties.broken = true;
  Step("2015-09-01T10:31Z");
  EXPECT_EQ(world_.Slots("a"), "10:00 READY - 0");
  EXPECT_TRUE(
      world_.log.Has("ERROR: Exception in workflow: a: a@2015-09-01T10:00:00.000Z: "
                     "java.lang.NullPointerException: a property is no string"));
}

TEST_F(SchedulerTest, ABrokenStateIsItsWorkflowsAlone) {
  world_.Add("a");
  world_.Add("b");
  world_.store.broken = {"a"};
  Step("2015-09-01T10:30Z");
  EXPECT_TRUE(world_.log.Has("ERROR: Exception in workflow: a: the state is broken"));
  EXPECT_EQ(world_.Slots("b"), "10:00 READY - 0");
}

TEST_F(SchedulerTest, ACircleOfSchedulesEndsTheStep) {
  world_.Add("a").schedule = DependentSchedule{"a"};
  world_.Add("b");
  const Result<void> stepped = world_.Step("2015-09-01T10:30Z");
  ASSERT_FALSE(stepped.ok());
  EXPECT_EQ(stepped.error().code, kStackOverflow);
  EXPECT_EQ(world_.Slots("b"), "");
}

TEST_F(SchedulerTest, TimeThatGoesBackSeesLess) {
  world_.Add("a").strategy = SerialStrategy{0};
  Step("2015-09-01T12:30Z");
  Step("2015-09-01T10:00Z");
  EXPECT_EQ(world_.Slots("a"), "10:00 READY - 0, 11:00 READY - 0, 12:00 READY - 0");
}

TEST_F(SchedulerTest, ARerunIsOfAnEndedSlot) {
  world_.Add("a");
  world_.Put("a", "2015-09-01T10:00Z", kSuccess, "job-7", 3);
  world_.Put("a", "2015-09-01T11:00Z", kRunning, "job-8");
  EXPECT_EQ(Rerun("a", "2015-09-01T10:00Z"), "");
  EXPECT_EQ(
      Rerun("a", "2015-09-01T11:00Z"),
      "java.lang.IllegalStateException: Slot must be in successful or failed, but is: RUNNING");
  EXPECT_EQ(Rerun("a", "2015-09-01T12:00Z"), "");
  EXPECT_EQ(Rerun("a", "2015-08-01T12:00Z"), "") << "before its start";
  EXPECT_EQ(Rerun("a", "2015-09-01T12:00:01Z"),
            "not found: Slot is not found: a@2015-09-01T12:00:01.000Z");
  EXPECT_EQ(world_.Slots("a"), "10:00 WAITING - 0, 11:00 RUNNING job-8 0");
  EXPECT_EQ(world_.store.marks.size(), 3u);
  for (const auto& [slot, now] : world_.store.marks) {
    EXPECT_EQ(now, At("2015-09-02T00:00Z"));
  }
}

TEST_F(SchedulerTest, AKillTellsOozieFirst) {
  world_.Add("a");
  world_.Put("a", "2015-09-01T10:00Z", kRunning, "job-1", 2);
  world_.Put("a", "2015-09-01T11:00Z", kReady, std::nullopt, 14);
  world_.service.failures["kill"] = 1;
  EXPECT_EQ(Kill("a", "2015-09-01T10:00Z"),
            "com.collective.celos.ExternalServiceException: E9999 : E9999: refused");
  EXPECT_EQ(world_.Slots("a"), "10:00 RUNNING job-1 2, 11:00 READY - 14");
  EXPECT_EQ(Kill("a", "2015-09-01T10:00Z"), "");
  EXPECT_EQ(Kill("a", "2015-09-01T11:00Z"), "");
  EXPECT_EQ(Kill("a", "2015-09-01T13:00Z"), "") << "nothing is known of it";
  EXPECT_EQ(world_.Slots("a"), "10:00 KILLED job-1 0, 11:00 KILLED - 0, 13:00 KILLED - 0");
  world_.service.asked.clear();
  EXPECT_EQ(Kill("a", "2015-09-01T10:00Z"),
            "java.lang.IllegalStateException: Slot must be in indeterminate state, but is: KILLED");
  EXPECT_EQ(asked(), Asked{"kill job-1"});
  EXPECT_EQ(Kill("a", "2015-09-01T10:30Z"),
            "not found: Slot is not found: a@2015-09-01T10:30:00.000Z");
}

TEST_F(SchedulerTest, AKillOfAJobThatIsGoneKillsTheSlot) {
  world_.Add("a");
  world_.Put("a", "2015-09-01T10:00Z", kRunning, "job-1");
  world_.service.gone = {"job-1"};
  EXPECT_EQ(Kill("a", "2015-09-01T10:00Z"), "");
  EXPECT_EQ(world_.Slots("a"), "10:00 KILLED job-1 0");
}

}  // namespace
}  // namespace hpdl::rt::celos
