#include "runtime/rules/coordinator/materialisation.h"

#include <gtest/gtest.h>

#include "runtime/rules/coordinator/testing/schedules.h"

namespace hpdl::rt {
namespace {

using testing::At;
using testing::ByCron;
using testing::Days;
using testing::EachPeriod;
using testing::Minutes;
using testing::NominalTimes;

constexpr const char* kLongAfter = "2026-11-22T10:00Z";

std::optional<MaterialisationPass> PassAt(const Schedule& schedule,
                                          const MaterialisationFacts& facts, const char* now) {
  return Materialise(schedule, facts, At(now), {});
}

/// Runs passes at the time `now` until no pass is due, and returns the nominal times of their
/// actions. The text has " | " between passes. Between passes, all actions leave the state WAITING.
std::string AllPasses(const Schedule& schedule, MaterialisationFacts facts, const char* now,
                      std::string* last = nullptr) {
  std::string text;
  for (int passes = 0; passes < 100; ++passes) {
    const std::optional<MaterialisationPass> pass = PassAt(schedule, facts, now);
    if (!pass) {
      break;
    }
    text += (text.empty() ? "" : " | ") + NominalTimes(pass->actions);
    facts.next = pass->next;
    facts.state = StateAfter(facts.state, CoordinatorEvent::kMaterialised).value_or(facts.state);
    if (last != nullptr) {
      *last = pass->next ? WriteTime(pass->next->regular) : "never";
    }
    if (pass->all_made) {
      break;
    }
  }
  return text;
}

MaterialisationFacts Throttle(std::int64_t throttle) {
  MaterialisationFacts facts;
  facts.throttle = throttle;
  return facts;
}

// The following tests expect the results that Oozie 5.2.1 gave for its jobs.

TEST(MaterialisationTest, TheNextTimeIsTheOneAfterTheLastAction) {
  std::string last;
  AllPasses(Minutes(25, "2024-01-01T00:10Z", "2024-01-01T02:00Z"), {}, kLongAfter, &last);
  EXPECT_EQ(last, "2024-01-01T02:15Z");
  AllPasses(Days("2024-03-08T20:00Z", "2024-03-13T00:00Z", "America/Los_Angeles"), {}, kLongAfter,
            &last);
  EXPECT_EQ(last, "2024-03-13T19:00Z");
  AllPasses(EachPeriod({Period::Unit::kMonths, Period::Begin::kNextMonth, 1}, "2024-01-15T10:00Z",
                       "2024-05-15T00:00Z"),
            {}, kLongAfter, &last);
  EXPECT_EQ(last, "2024-06-01T00:00Z");
  AllPasses(ByCron("0 20 * * *", "2024-11-01T00:00Z", "2024-11-06T00:00Z", "America/Los_Angeles"),
            {}, kLongAfter, &last);
  EXPECT_EQ(last, "2024-11-06T20:00Z");  // summer time does not move Turn::regular
}

TEST(MaterialisationTest, PassesOfCronAreNotMovedAtTheirBegin) {
  EXPECT_EQ(AllPasses(ByCron("0 20 * * *", "2024-03-08T00:00Z", "2024-03-15T00:00Z",
                             "America/Los_Angeles"),
                      Throttle(2), kLongAfter),
            "2024-03-08T20:00Z 2024-03-09T20:00Z | 2024-03-10T20:00Z 2024-03-11T19:00Z | "
            "2024-03-12T20:00Z 2024-03-13T19:00Z | 2024-03-14T20:00Z");
  EXPECT_EQ(AllPasses(ByCron("0 * * * *", "2024-01-01T00:00Z", "2024-01-01T04:30Z"), Throttle(3),
                      kLongAfter),
            "2024-01-01T00:00Z 2024-01-01T01:00Z 2024-01-01T02:00Z | 2024-01-01T03:00Z "
            "2024-01-01T04:00Z");
}

TEST(MaterialisationTest, PassesOfPeriodsAreAsOnePass) {
  EXPECT_EQ(AllPasses(Days("2024-03-29T23:30Z", "2024-04-05T12:00Z", "Europe/Paris"), Throttle(2),
                      kLongAfter),
            "2024-03-29T23:30Z 2024-03-30T23:30Z | 2024-03-31T22:30Z 2024-04-01T22:30Z | "
            "2024-04-02T22:30Z 2024-04-03T22:30Z | 2024-04-04T22:30Z");
}

TEST(MaterialisationTest, OnlyActionsThatWaitCountForTheThrottle) {
  const Schedule schedule = Days("2024-01-01T00:00Z", "2024-01-09T00:00Z");
  MaterialisationFacts facts = Throttle(2);
  std::optional<MaterialisationPass> pass = PassAt(schedule, facts, kLongAfter);
  EXPECT_EQ(pass->actions.size(), 2u);
  EXPECT_EQ(WriteTime(pass->next->regular), "2024-01-03T00:00Z");
  facts = {.state = CoordinatorState::kRunning, .throttle = 2, .waiting = 2, .next = pass->next};
  EXPECT_TRUE(PassAt(schedule, facts, kLongAfter)->actions.empty());
  facts.waiting = 1;
  pass = PassAt(schedule, facts, kLongAfter);
  EXPECT_EQ(NominalTimes(pass->actions), "2024-01-03T00:00Z");
  EXPECT_EQ(pass->next->number, 4);
  EXPECT_FALSE(pass->all_made);
}

TEST(MaterialisationTest, LastOnlyTakesNoNoticeOfTheThrottleWhenCatchingUp) {
  MaterialisationFacts facts = Throttle(5);
  facts.order = ExecutionOrder::kLastOnly;
  const Schedule schedule = Minutes(60, "2024-01-01T00:00Z", "2024-01-02T06:30Z");
  const std::optional<MaterialisationPass> pass = PassAt(schedule, facts, kLongAfter);
  EXPECT_EQ(pass->actions.size(), 31u);
  EXPECT_TRUE(pass->all_made);
  EXPECT_EQ(WriteTime(pass->next->regular), "2024-01-02T07:00Z");
  // If `now` is between the start and the end, the pass goes up to `now`.
  EXPECT_EQ(PassAt(schedule, facts, "2024-01-01T10:30Z")->actions.size(), 11u);
}

TEST(MaterialisationTest, LiveAnHourIsMadeFiveMinutesBeforeItsBegin) {
  const Schedule schedule = Minutes(10, "2024-01-01T00:00Z", "2024-01-01T03:02Z");
  const MaterialisationFacts facts = Throttle(40);
  EXPECT_FALSE(PassAt(schedule, facts, "2023-12-31T23:54Z"));
  const std::optional<MaterialisationPass> pass = PassAt(schedule, facts, "2023-12-31T23:55Z");
  EXPECT_EQ(pass->actions.size(), 6u);
  EXPECT_EQ(WriteTime(pass->next->regular), "2024-01-01T01:00Z");
}

TEST(MaterialisationTest, TheWindowGoesOnFromTheNextTime) {
  const Schedule schedule = Minutes(10, "2024-01-01T00:00Z", "2024-01-01T03:02Z");
  MaterialisationFacts facts = Throttle(40);
  facts.state = CoordinatorState::kRunningWithError;
  facts.next = Turn{7, At("2024-01-01T01:00Z"), At("2024-01-01T01:00Z")};
  EXPECT_FALSE(PassAt(schedule, facts, "2024-01-01T00:54Z"));
  const std::optional<MaterialisationPass> pass = PassAt(schedule, facts, "2024-01-01T00:55Z");
  EXPECT_EQ(pass->actions.front().number, 7);
  EXPECT_EQ(WriteTime(pass->next->regular), "2024-01-01T02:00Z");
}

TEST(MaterialisationTest, NoneMakesUpForThePastAndWaitsForItsWindow) {
  // The job started 40 minutes ago, so its window of an hour is not over.
  MaterialisationFacts facts;
  facts.order = ExecutionOrder::kNone;
  const std::optional<MaterialisationPass> pass =
      PassAt(Minutes(10, "2024-01-01T00:00Z", "2024-01-01T01:40Z"), facts, "2024-01-01T00:40Z");
  EXPECT_EQ(pass->actions.size(), 6u);
}

TEST(MaterialisationTest, CatchingUpGoesSoFarAsTheThrottle) {
  const Schedule schedule = Minutes(60, "2024-01-01T00:00Z", "2024-01-03T00:00Z");
  EXPECT_EQ(PassAt(schedule, Throttle(12), kLongAfter)->actions.size(), 12u);
  // The pass ends at the last nominal time before `now`, but it covers at least an hour.
  EXPECT_EQ(PassAt(schedule, Throttle(12), "2024-01-01T05:00Z")->actions.size(), 4u);
  EXPECT_EQ(PassAt(schedule, Throttle(12), "2024-01-01T05:01Z")->actions.size(), 5u);
  EXPECT_EQ(PassAt(schedule, Throttle(12), "2024-01-01T01:30Z")->actions.size(), 1u);
}

TEST(MaterialisationTest, AFrequencyThatIsLongerThanTheWindow) {
  // The first action is in the window of an hour, and the second action is a day later.
  const Schedule schedule = Days("2024-01-01T00:00Z", "2024-02-01T00:00Z");
  EXPECT_EQ(NominalTimes(PassAt(schedule, Throttle(12), "2024-01-01T12:00Z")->actions),
            "2024-01-01T00:00Z");
  EXPECT_EQ(NominalTimes(PassAt(schedule, Throttle(12), "2024-01-02T12:00Z")->actions),
            "2024-01-01T00:00Z");
}

TEST(MaterialisationTest, APauseEndsAPassAndPreventsOne) {
  const Schedule schedule = Minutes(10, "2024-01-01T00:00Z", "2024-01-02T00:00Z");
  MaterialisationFacts facts;
  facts.pause = At("2024-01-01T00:25Z");
  const std::optional<MaterialisationPass> pass = PassAt(schedule, facts, "2024-01-01T00:00Z");
  EXPECT_EQ(pass->actions.size(), 3u);
  facts.next = pass->next;
  EXPECT_FALSE(PassAt(schedule, facts, "2024-01-01T00:30Z"));
  facts.pause = facts.next->regular;
  EXPECT_FALSE(PassAt(schedule, facts, "2024-01-01T00:30Z"));
}

TEST(MaterialisationTest, OnlySomeStatesMakeActions) {
  const Schedule schedule = Minutes(10, "2024-01-01T00:00Z", "2024-01-02T00:00Z");
  for (int i = 0; i <= static_cast<int>(CoordinatorState::kIgnored); ++i) {
    const auto state = static_cast<CoordinatorState>(i);
    MaterialisationFacts facts;
    facts.state = state;
    EXPECT_EQ(PassAt(schedule, facts, kLongAfter).has_value(),
              state == CoordinatorState::kPrep || state == CoordinatorState::kRunning ||
                  state == CoordinatorState::kRunningWithError)
        << WordOf(state);
  }
}

TEST(MaterialisationTest, TheFirstTimeMayBeFarBehindTheStart) {
  const Schedule schedule = EachPeriod({Period::Unit::kMonths, Period::Begin::kNextMonth, 1},
                                       "2024-01-15T10:00Z", "2024-05-15T00:00Z");
  const std::optional<MaterialisationPass> pass = PassAt(schedule, {}, "2024-01-15T09:58Z");
  EXPECT_TRUE(pass->actions.empty());  // the job becomes RUNNING even without actions
  EXPECT_EQ(pass->next, (Turn{1, At("2024-02-01T00:00Z"), At("2024-02-01T00:00Z")}));
  EXPECT_FALSE(pass->all_made);
}

TEST(MaterialisationTest, ThereIsABoundToAPass) {
  MaterialisationFacts facts;
  facts.order = ExecutionOrder::kLastOnly;
  Schedule schedule = Minutes(1, "1970-01-01T00:00Z", kLongAfter);
  std::optional<MaterialisationPass> pass = PassAt(schedule, facts, kLongAfter);
  EXPECT_EQ(pass->actions.size(), kMostActionsOfAPass);
  EXPECT_EQ(pass->next->number, static_cast<std::int64_t>(kMostActionsOfAPass) + 1);
  schedule.frequency = Period{Period::Unit::kMinutes, Period::Begin::kAsItIs, 0};
  pass = PassAt(schedule, facts, kLongAfter);
  EXPECT_TRUE(pass->actions.empty() && pass->all_made);
}

}  // namespace
}  // namespace hpdl::rt
