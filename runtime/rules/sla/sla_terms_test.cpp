#include "runtime/rules/sla/sla_terms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

using ::testing::HasSubstr;

constexpr std::int64_t kNominal = 1'704'067'200'000;  // 2024-01-01T00:00Z

SlaTexts Texts() {
  SlaTexts texts;
  texts.nominal_time = "2024-01-01T00:00Z";
  texts.should_start = "10";
  texts.should_end = "120";
  texts.max_duration = "30";
  return texts;
}

SlaTerms TermsOf(const SlaTexts& texts) {
  const Result<SlaTerms> terms = ReadSlaTerms(texts);
  EXPECT_TRUE(terms) << (terms ? "" : terms.error().message);
  return terms ? *terms : SlaTerms();
}

TEST(SlaTerms, Times) {
  const SlaTerms terms = TermsOf(Texts());
  EXPECT_EQ(terms.nominal_ms, kNominal);
  EXPECT_EQ(terms.expected.start_ms, kNominal + 600'000);
  EXPECT_EQ(terms.expected.end_ms, kNominal + 7'200'000);
  EXPECT_EQ(terms.expected.duration_ms, 1'800'000);
}

TEST(SlaTerms, MinutesHaveParts) {
  SlaTexts texts = Texts();
  texts.should_end = " 0.05 ";
  texts.max_duration = "0.5";
  const SlaTerms terms = TermsOf(texts);
  EXPECT_EQ(terms.expected.end_ms, kNominal + 3000);
  EXPECT_EQ(terms.expected.duration_ms, 30'000);
}

/// The expected numbers are from Oozie 5.2.1.
TEST(SlaTerms, LargeNumbersAreThoseOfFloat) {
  SlaTexts texts = Texts();
  texts.should_end = "52560000";
  EXPECT_EQ(TermsOf(texts).expected.end_ms, 4'857'667'122'176);
  texts.should_end = "26298000";
  EXPECT_EQ(TermsOf(texts).expected.end_ms, 3'281'947'325'440);
}

TEST(SlaTerms, WhatIsLeftOut) {
  SlaTexts texts = Texts();
  texts.max_duration.reset();
  EXPECT_EQ(TermsOf(texts).expected.duration_ms, 6'600'000);
  texts.max_duration = "0";
  EXPECT_EQ(TermsOf(texts).expected.duration_ms, std::nullopt);
  texts.max_duration.reset();
  texts.should_start.reset();
  EXPECT_EQ(TermsOf(texts).expected.start_ms, std::nullopt);
  EXPECT_EQ(TermsOf(texts).expected.duration_ms, std::nullopt);
  texts.should_start = "200";
  EXPECT_EQ(TermsOf(texts).expected.duration_ms, std::nullopt) << "the end is before the start";
}

TEST(SlaTerms, AlertEvents) {
  const auto events = [](const std::string& text) {
    SlaTexts texts = Texts();
    texts.alert_events = text;
    return TermsOf(texts).alert_events;
  };
  EXPECT_EQ(events(""), BitOf(SlaEvent::kEndMiss));
  EXPECT_EQ(events("start_miss, DURATION_MET"),
            BitOf(SlaEvent::kStartMiss) | BitOf(SlaEvent::kDurationMet));
  EXPECT_EQ(events("start_met,never"), BitOf(SlaEvent::kStartMet) | BitOf(SlaEvent::kEndMiss));
}

TEST(SlaTerms, WhatIsNone) {
  for (const char* number : {"", "x", "-1", "1x", "nan", "inf", "1e30", "0x10"}) {
    SlaTexts texts = Texts();
    texts.should_end = number;
    const Result<SlaTerms> terms = ReadSlaTerms(texts);
    ASSERT_FALSE(terms) << number;
    EXPECT_EQ(terms.error().code, "E0302");
    EXPECT_THAT(terms.error().message, HasSubstr("Expected end time"));
  }
  SlaTexts texts = Texts();
  texts.nominal_time = "today";
  EXPECT_FALSE(ReadSlaTerms(texts));
}

TEST(SlaTerms, Changes) {
  SlaTerms terms = TermsOf(Texts());
  const auto change = [&terms](const char* text) {
    return ChangeSlaTerms(text, &terms).operator bool();
  };
  EXPECT_TRUE(change("sla-should-start=20"));
  EXPECT_EQ(terms.expected.start_ms, kNominal + 1'200'000);
  EXPECT_TRUE(change("sla-max-duration = ${2 * HOURS};"));
  EXPECT_EQ(terms.expected.duration_ms, 7'200'000);
  EXPECT_TRUE(change("sla-nominal-time=2024-01-01T01:00Z"));
  EXPECT_EQ(terms.expected.start_ms, kNominal + 4'800'000);
  EXPECT_EQ(terms.expected.end_ms, kNominal + 10'800'000);
  EXPECT_TRUE(change("sla-should-end=60;sla-nominal-time=2024-01-01T00:00Z"));
  EXPECT_EQ(terms.expected.end_ms, kNominal + 3'600'000) << "counted from the new nominal time";
  EXPECT_TRUE(CheckSlaChange("sla-should-end=1"));
}

TEST(SlaTerms, OneChangeAfterAnother) {
  EXPECT_EQ(*JoinedSlaChanges("", " sla-should-end = 5 "), "sla-should-end=5");
  EXPECT_EQ(*JoinedSlaChanges("sla-max-duration=9;sla-should-end=77", "sla-max-duration=5"),
            "sla-max-duration=5;sla-should-end=77");
  EXPECT_FALSE(JoinedSlaChanges("sla-should-end=5", "x"));
}

TEST(SlaTerms, WhatIsNoChange) {
  for (const char* text :
       {"", "sla-should-end=", "should-end=5", "sla-should-end=-1",
        "sla-should-end=5;sla-should-end=6", "sla-should-end=${2 * WEEKS}", "sla-should-end=${}",
        "sla-should-end=${999999 * 999999}", "sla-nominal-time=5", "sla-should-start=1;x=1"}) {
    SlaTerms terms = TermsOf(Texts());
    const Result<void> refused = ChangeSlaTerms(text, &terms);
    ASSERT_FALSE(refused) << text;
    EXPECT_EQ(refused.error().code, "E1027");
    EXPECT_THAT(refused.error().message, HasSubstr("SLA change command failed. "));
    EXPECT_EQ(terms.expected.start_ms, kNominal + 600'000) << "nothing is changed";
  }
  EXPECT_EQ(CheckSlaChange("sla-should-end").error().code, "E1015");
}

TEST(SlaTerms, WhoIsAlarmed) {
  const SlaAlertSubject third{3, kNominal, "C-1", "daily"};
  constexpr std::int64_t kHour = 3'600'000;
  const auto has = [&](SlaAlertRules rules, std::int64_t hours = 1) {
    const Result<bool> alerts = HasAlerts(rules, third, kNominal + hours * kHour);
    EXPECT_TRUE(alerts);
    return alerts && *alerts;
  };
  EXPECT_TRUE(has({}));
  EXPECT_TRUE(has({}, 48));
  EXPECT_FALSE(has({}, 49));
  EXPECT_TRUE(has({"", "", "", 0}, 1000));
  for (const char* list : {"ALL", "all", "3", "1,3", "2-4", "2024-01-01T00:00Z",
                           "2023-12-31T00:00Z::2024-01-02T00:00Z"}) {
    EXPECT_FALSE(has({list, "", "", 48})) << list;
    EXPECT_TRUE(has({"ALL", list, "", 48})) << list;
  }
  for (const char* list : {"4", "4-9", "1,2", "2024-01-02T00:00Z"}) {
    EXPECT_TRUE(has({list, "", "", 48})) << list;
    EXPECT_FALSE(has({"ALL", list, "", 48})) << list;
  }
  EXPECT_FALSE(has({"", "", "other,daily", 48}));
  EXPECT_FALSE(has({"", "", "C-1", 48}));
  EXPECT_TRUE(has({"", "", "other", 48}));
  EXPECT_FALSE(HasAlerts({"x", "", "", 48}, third, kNominal));
}

}  // namespace
}  // namespace hpdl::rt
