#include "runtime/rules/sla/sla_states.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace hpdl::rt {
namespace {

using Events = std::vector<SlaEvent>;
using std::nullopt;

std::string Words(const Events& events) {
  std::string text;
  for (const SlaEvent event : events) {
    text.append(text.empty() ? "" : " ").append(WordOf(event));
  }
  return text;
}

/// The start is expected at 100, the end at 200, and the duration is 50.
const SlaExpectation kAll{100, 200, 50};
const SlaExpectation kEndOnly{nullopt, 200, nullopt};

SlaFacts Waits() {
  return {};
}
SlaFacts Runs(std::int64_t since) {
  return {since, nullopt, false};
}
SlaFacts Ended(std::optional<std::int64_t> since, std::int64_t at, bool well) {
  return {since, at, well};
}

/// One test case: the events and the status that the first call of DeriveSlaEvents() returns for
/// these facts at the time `now`.
struct Case {
  SlaExpectation expected;
  SlaFacts facts;
  std::int64_t now;
  std::string events;
  SlaStatus status;
};

TEST(SlaStates, WhatIsSaidAtOnce) {
  const Case cases[] = {
      // The job has not begun.
      {kAll, Waits(), 100, "", SlaStatus::kNotStarted},
      {kAll, Waits(), 101, "START_MISS", SlaStatus::kNotStarted},
      {kAll, Waits(), 200, "START_MISS", SlaStatus::kNotStarted},
      {kAll, Waits(), 201, "START_MISS END_MISS", SlaStatus::kMiss},
      {kEndOnly, Waits(), 200, "", SlaStatus::kNotStarted},
      {kEndOnly, Waits(), 201, "END_MISS", SlaStatus::kMiss},
      // The job runs.
      {kAll, Runs(100), 150, "START_MET", SlaStatus::kInProcess},
      {kAll, Runs(101), 150, "START_MISS", SlaStatus::kInProcess},
      {kAll, Runs(100), 151, "START_MET DURATION_MISS", SlaStatus::kInProcess},
      {kAll, Runs(100), 201, "START_MET DURATION_MISS END_MISS", SlaStatus::kMiss},
      {kEndOnly, Runs(500), 150, "", SlaStatus::kInProcess},
      // The job has ended.
      {kAll, Ended(100, 150, true), 1000, "START_MET DURATION_MET END_MET", SlaStatus::kMet},
      {kAll, Ended(100, 151, true), 1000, "START_MET DURATION_MISS END_MET", SlaStatus::kMet},
      {kAll, Ended(170, 200, true), 1000, "START_MISS DURATION_MET END_MET", SlaStatus::kMet},
      {kAll, Ended(170, 201, true), 1000, "START_MISS DURATION_MET END_MISS", SlaStatus::kMiss},
      {kAll, Ended(100, 120, false), 1000, "START_MET DURATION_MET END_MISS", SlaStatus::kMiss},
      {kAll, Ended(nullopt, 90, false), 95, "END_MISS", SlaStatus::kMiss},
      {kAll, Ended(nullopt, 150, false), 1000, "END_MISS", SlaStatus::kMiss},
      {kEndOnly, Ended(100, 200, true), 1000, "END_MET", SlaStatus::kMet},
      {kEndOnly, Ended(100, 201, true), 1000, "END_MISS", SlaStatus::kMiss},
  };
  for (const Case& each : cases) {
    SlaState state;
    EXPECT_EQ(Words(DeriveSlaEvents(each.expected, each.facts, each.now, 0, &state)), each.events);
    EXPECT_EQ(state.status, each.status) << each.events << " at " << each.now;
    EXPECT_EQ(state.closed, each.facts.ended_ms.has_value());
    const SlaState before = state;
    EXPECT_EQ(Words(DeriveSlaEvents(each.expected, each.facts, each.now, 0, &state)), "");
    EXPECT_EQ(state, before);
  }
}

/// A call in a series of calls of DeriveSlaEvents() that share one state. Each call returns only
/// the new events.
struct Step {
  SlaFacts facts;
  std::int64_t now;
  std::string events;
  SlaStatus status;
};

void Walk(const SlaExpectation& expected, const std::vector<Step>& steps,
          std::int64_t latency = 0) {
  SlaState state;
  for (const Step& step : steps) {
    EXPECT_EQ(Words(DeriveSlaEvents(expected, step.facts, step.now, latency, &state)), step.events);
    EXPECT_EQ(state.status, step.status) << "at " << step.now;
  }
}

TEST(SlaStates, OneAfterTheOther) {
  Walk(kAll, {{Waits(), 50, "", SlaStatus::kNotStarted},
              {Runs(90), 90, "START_MET", SlaStatus::kInProcess},
              {Ended(90, 130, true), 130, "DURATION_MET END_MET", SlaStatus::kMet}});
}

TEST(SlaStates, WhatIsMissedStaysSo) {
  Walk(kAll, {{Waits(), 101, "START_MISS", SlaStatus::kNotStarted},
              {Runs(100), 102, "", SlaStatus::kInProcess},
              {Runs(100), 151, "DURATION_MISS", SlaStatus::kInProcess},
              {Runs(100), 201, "END_MISS", SlaStatus::kMiss},
              {Ended(100, 200, true), 202, "", SlaStatus::kMiss}});
  Walk(kAll, {{Waits(), 201, "START_MISS END_MISS", SlaStatus::kMiss},
              {Runs(300), 300, "", SlaStatus::kMiss},
              {Ended(300, 310, true), 310, "DURATION_MET", SlaStatus::kMiss}});
}

TEST(SlaStates, LatencyGivesTimeToHearOfIt) {
  Walk(kAll,
       {{Waits(), 110, "", SlaStatus::kNotStarted},
        {Runs(100), 111, "START_MET", SlaStatus::kInProcess},
        {Runs(100), 160, "", SlaStatus::kInProcess},
        {Runs(100), 161, "DURATION_MISS", SlaStatus::kInProcess},
        {Runs(100), 210, "", SlaStatus::kInProcess},
        {Ended(100, 200, true), 215, "END_MET", SlaStatus::kMet}},
       10);
}

/// An event occurs at each time that NextJudgement() returns, and no event occurs earlier.
TEST(SlaStates, NothingIsSaidBeforeTheNextJudgement) {
  for (const SlaExpectation& expected : {kAll, kEndOnly}) {
    for (const SlaFacts& facts : {Waits(), Runs(120)}) {
      for (const std::int64_t latency : {0, 7}) {
        SlaState state;
        std::int64_t now = 0;
        (void)DeriveSlaEvents(expected, facts, now, latency, &state);
        while (const std::optional<std::int64_t> next = NextJudgement(expected, state, latency)) {
          SlaState early = state;
          EXPECT_EQ(Words(DeriveSlaEvents(expected, facts, *next - 1, latency, &early)), "");
          EXPECT_NE(Words(DeriveSlaEvents(expected, facts, *next, latency, &state)), "");
          ASSERT_GT(*next, now);
          now = *next;
        }
        EXPECT_TRUE(state.end_judged);
      }
    }
  }
  SlaState ended;
  (void)DeriveSlaEvents(kAll, Ended(100, 110, true), 110, 0, &ended);
  EXPECT_EQ(NextJudgement(kAll, ended, 0), nullopt);
}

TEST(SlaStates, Words) {
  EXPECT_EQ(WordOf(SlaStatus::kNotStarted), "NOT_STARTED");
  EXPECT_EQ(WordOf(SlaStatus::kMiss), "MISS");
  for (std::size_t i = 0; i < kSlaEvents; ++i) {
    const auto event = static_cast<SlaEvent>(i);
    EXPECT_EQ(SlaEventOf(WordOf(event)), event);
  }
  EXPECT_EQ(SlaEventOf("end_miss"), SlaEvent::kEndMiss);
  EXPECT_EQ(SlaEventOf("end"), nullopt);
}

}  // namespace
}  // namespace hpdl::rt
