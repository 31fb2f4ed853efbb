#include "runtime/engines/coordinator/coordinator_sla.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "runtime/engines/coordinator/testing/coordinator_job_fixture.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Verb = CoordinatorRequest::Verb;

/// The fields of the element `info` of an SLA agreement.
enum : std::uint32_t { kNominal, kShouldStart, kShouldEnd, kMaxDuration, kEvents, kContact };

/// A coordinator with an SLA agreement: an action must start within 10 minutes of the nominal time,
/// end within 60 minutes, and run for at most 30 minutes.
class CoordinatorAgreements : public CoordinatorJobTest {
 protected:
  void SetUp() override {
    CoordinatorJobTest::SetUp();
    time_.Set(Ms("2024-01-01T00:00Z"));
    Agree(written_.get());
  }
  static void Agree(WrittenCoordinator* written) {
    written->Agree(kNominal, &NominalTimeOfAction, "${coord:nominalTime()}");
    written->Agree(kShouldStart, "10");
    written->Agree(kShouldEnd, "60");
    written->Agree(kMaxDuration, "30");
    written->Agree(kEvents, "start_miss,end_miss,end_met");
    written->Agree(kContact, "joe@h");
    written->Agree(6, "message");
    written->Agree(7, "upstream");
  }
  void Begin(int hours = 3) {
    ASSERT_NO_FATAL_FAILURE(Submit(hours));
    Listen();
    Settle();
  }
  void Listen() {
    job_->sla().on_alert = [this](const SlaRow& row, SlaEvent event) {
      alerts_.push_back(std::to_string(row.number) + " " + std::string(WordOf(event)));
    };
  }
  SlaRow Terms(std::int64_t number) {
    const auto rows = journal_->coordinator().Slas(number, number, false);
    EXPECT_EQ(rows->size(), 1U) << number;
    return rows->empty() ? SlaRow() : rows->front();
  }
  std::size_t Open() { return journal_->coordinator().Slas(0, 1000, true)->size(); }
  void At(const char* time) {
    time_.Set(Ms(time));
    Pass(0);
  }

  std::vector<std::string> alerts_;
};

TEST_F(CoordinatorAgreements, AreWrittenDownWithTheAction) {
  Begin();
  const SlaRow row = Terms(1);
  EXPECT_EQ(row.number, 1);
  EXPECT_EQ(row.id, "0000001-240601000000000-hpdl-joe-C@1");
  EXPECT_EQ(row.parent_id, "0000001-240601000000000-hpdl-joe-C");
  EXPECT_EQ(row.subject, SlaSubject::kCoordinatorAction);
  EXPECT_EQ(row.app_name, "c");
  EXPECT_EQ(row.job_status, "WAITING");
  EXPECT_EQ(row.created_ms, Ms("2024-01-01T00:00Z"));
  EXPECT_EQ(row.modified_ms, Ms("2024-01-01T00:00Z"));
  EXPECT_EQ(row.nominal_ms, Ms("2024-01-01T00:00Z"));
  EXPECT_EQ(row.expected_start_ms, Ms("2024-01-01T00:10Z"));
  EXPECT_EQ(row.expected_end_ms, Ms("2024-01-01T01:00Z"));
  EXPECT_EQ(row.expected_duration_ms, 30 * 60'000);
  EXPECT_EQ(row.alert_contact, "joe@h");
  EXPECT_EQ(row.notification_msg, "message");
  EXPECT_EQ(row.upstream_apps, "upstream");
  EXPECT_TRUE(row.alerts);
  EXPECT_EQ(row.alert_events,
            BitOf(SlaEvent::kStartMiss) | BitOf(SlaEvent::kEndMiss) | BitOf(SlaEvent::kEndMet));
  EXPECT_EQ(row.status, SlaStatus::kNotStarted);
}

TEST_F(CoordinatorAgreements, ThereAreNoneWithoutThem) {
  written_ = std::make_unique<WrittenCoordinator>(3);
  Begin();
  EXPECT_TRUE(job_->sla().empty());
  EXPECT_THAT(*journal_->coordinator().Slas(0, 1000, false), IsEmpty());
  EXPECT_EQ(job_->sla().NextMs(), std::nullopt);
}

/// Agreements of schema 0.1 are read, but the journal gets no rows for them.
TEST_F(CoordinatorAgreements, ThereAreNoneOfTheFirstSchema) {
  written_->raw().sla_version = 1;
  Begin();
  EXPECT_THAT(*journal_->coordinator().Slas(0, 1000, false), IsEmpty());
}

TEST_F(CoordinatorAgreements, WhatIsMissedIsToldOnce) {
  Begin();
  EXPECT_EQ(*job_->sla().NextMs(), Ms("2024-01-01T00:10Z") + 2001) << "with the site's latency";
  At("2024-01-01T00:10Z");
  Pass(1);
  EXPECT_THAT(alerts_, IsEmpty());
  Pass(2);
  EXPECT_THAT(alerts_, ElementsAre("1 START_MISS"));
  EXPECT_EQ(Terms(1).job_status, "RUNNING");
  EXPECT_EQ(Terms(1).modified_ms, time_.WallMs());
  Pass(10);
  EXPECT_EQ(alerts_.size(), 1U);
  Reopen();
  Listen();
  Pass(10);
  EXPECT_EQ(alerts_.size(), 1U) << "it is in the journal";
  At("2024-01-01T00:40Z");
  EXPECT_EQ(alerts_.size(), 1U);
  At("2024-01-01T01:01Z");
  EXPECT_THAT(alerts_, ElementsAre("1 START_MISS", "1 END_MISS"));
  EXPECT_EQ(Terms(1).status, SlaStatus::kMiss);
}

TEST_F(CoordinatorAgreements, NobodyIsToldOfWhatNobodyWantsToHear) {
  Begin();
  world_.times["wf-1"] = {Ms("2024-01-01T00:01Z"), 0};
  At("2024-01-01T00:05Z");
  EXPECT_THAT(alerts_, IsEmpty()) << "the start is met";
  EXPECT_EQ(Terms(1).started_ms, Ms("2024-01-01T00:01Z"));
  EXPECT_EQ(Terms(1).status, SlaStatus::kInProcess);
  At("2024-01-01T00:35Z");
  EXPECT_THAT(alerts_, IsEmpty()) << "the duration is missed";
  world_.times["wf-1"] = {Ms("2024-01-01T00:01Z"), Ms("2024-01-01T00:36Z")};
  EndWorkflow("wf-1", JobState::kSucceeded);
  EXPECT_THAT(alerts_, ElementsAre("1 END_MET"));
  EXPECT_EQ(Terms(1).ended_ms, Ms("2024-01-01T00:36Z"));
  EXPECT_EQ(Terms(1).status, SlaStatus::kMet);
  EXPECT_EQ(Terms(1).job_status, "SUCCEEDED");
}

/// The workflow's end time is unknown, so the end is the time at which the action changed its
/// state.
TEST_F(CoordinatorAgreements, AnEndOfWhichNobodyKnowsTheTimeIsThatOfTheAction) {
  Begin();
  At("2024-01-01T00:05Z");
  EndWorkflow("wf-1", JobState::kSucceeded);
  EXPECT_EQ(Terms(1).ended_ms, Row(1).modified_ms);
  EXPECT_EQ(Terms(1).started_ms, 0);
}

TEST_F(CoordinatorAgreements, ATimeThatWasKnownOnceStaysKnown) {
  Begin();
  world_.times["wf-1"] = {Ms("2024-01-01T00:01Z"), 0};
  At("2024-01-01T00:05Z");
  world_.times.clear();
  EndWorkflow("wf-1", JobState::kSucceeded);
  EXPECT_EQ(Terms(1).started_ms, Ms("2024-01-01T00:01Z"));
}

TEST_F(CoordinatorAgreements, AWorkflowThatFailsHasMissedItsEnd) {
  Begin();
  EndWorkflow("wf-1", JobState::kFailed);
  EXPECT_THAT(alerts_, ElementsAre("1 END_MISS"));
}

TEST_F(CoordinatorAgreements, OfAnActionThatIsOverAreClosed) {
  Begin();
  ASSERT_EQ(Open(), 1U);
  world_.times["wf-1"] = {Ms("2024-01-01T00:01Z"), Ms("2024-01-01T00:05Z")};
  EndWorkflow("wf-1", JobState::kSucceeded);
  EXPECT_EQ(Open(), 0U);
  EXPECT_EQ(job_->sla().NextMs(), std::nullopt);
}

TEST_F(CoordinatorAgreements, ARerunIsJudgedAnew) {
  Begin();
  world_.times["wf-1"] = {Ms("2024-01-01T00:01Z"), Ms("2024-01-01T00:05Z")};
  EndWorkflow("wf-1", JobState::kSucceeded);
  ASSERT_EQ(Open(), 0U);
  time_.Set(Ms("2024-01-01T00:20Z"));
  alerts_.clear();
  ASSERT_TRUE(job_->Ask(Of(Verb::kRerun, "1")));
  const SlaRow row = Terms(1);
  EXPECT_EQ(row.judged, 0);
  EXPECT_EQ(row.status, SlaStatus::kNotStarted);
  EXPECT_EQ(row.started_ms, 0);
  EXPECT_EQ(row.ended_ms, 0);
  EXPECT_EQ(row.job_status, "WAITING");
  EXPECT_EQ(row.modified_ms, Ms("2024-01-01T00:20Z"));
  EXPECT_EQ(row.expected_end_ms, Ms("2024-01-01T01:00Z")) << "by the terms of before";
  Settle();
  EXPECT_EQ(Open(), 1U);
}

TEST_F(CoordinatorAgreements, ARefreshedRerunHasTheTermsOfNow) {
  world_.becomes = JobState::kSucceeded;
  Begin();
  ASSERT_TRUE(Ask([] {
    CoordinatorRequest change = Of(Verb::kSlaChange);
    change.value = "sla-should-end=90";
    return change;
  }()));
  CoordinatorRequest rerun = Of(Verb::kRerun, "1");
  ASSERT_TRUE(Ask(rerun));
  EXPECT_EQ(Terms(1).expected_end_ms, Ms("2024-01-01T01:00Z"));
  rerun.refresh = true;
  ASSERT_TRUE(Ask(rerun));
  EXPECT_EQ(Terms(1).expected_end_ms, Ms("2024-01-01T01:30Z"));
}

TEST_F(CoordinatorAgreements, ARerunOfAnActionWithoutOneHasNone) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  world_.becomes = JobState::kSucceeded;
  Begin(1);
  ASSERT_TRUE(Ask(Of(Verb::kRerun, "1")));
  EXPECT_THAT(*journal_->coordinator().Slas(0, 1000, false), IsEmpty());
}

TEST_F(CoordinatorAgreements, OfAnActionThatIsTakenAwayAreTakenAwayToo) {
  written_->WantData();
  time_.Set(Ms("2024-01-01T06:00Z"));
  Begin();
  ASSERT_EQ(Open(), 3U);
  ASSERT_TRUE(Ask(ChangeTo("endtime=2024-01-01T01:00Z")));
  EXPECT_EQ(journal_->coordinator().Slas(0, 1000, false)->size(), 1U);
  Reopen();
  Pass(60);
  EXPECT_EQ(journal_->coordinator().Slas(0, 1000, false)->size(), 1U);
}

TEST_F(CoordinatorAgreements, OfActionsThatAreLongPastHaveNoAlerts) {
  time_.Set(Ms("2024-01-03T01:00Z"));
  written_->WantData();
  Begin();
  EXPECT_FALSE(Terms(1).alerts) << "49 hours";
  EXPECT_TRUE(Terms(3).alerts);
  EXPECT_THAT(alerts_, ElementsAre("2 START_MISS", "2 END_MISS", "3 START_MISS", "3 END_MISS"));
}

TEST_F(CoordinatorAgreements, HowLongIsLongIsSaidByTheSiteAndByTheJob) {
  time_.Set(Ms("2024-01-01T06:30Z"));
  settings_.sla.older_than_hours = 5;
  written_->WantData();
  Begin();
  EXPECT_FALSE(Terms(1).alerts);
  EXPECT_TRUE(Terms(2).alerts);
}

TEST_F(CoordinatorAgreements, TheJobSaysHowLongIsLong) {
  time_.Set(Ms("2024-01-01T06:30Z"));
  properties_["oozie.sla.disable.alerts.older.than"] = "4";
  written_->WantData();
  Begin();
  EXPECT_FALSE(Terms(2).alerts);
  EXPECT_TRUE(Terms(3).alerts);
}

TEST_F(CoordinatorAgreements, PropertiesOfTheJobTurnAlertsOff) {
  properties_["oozie.sla.disable.alerts"] = "1,3";
  time_.Set(Ms("2024-01-01T06:00Z"));
  written_->WantData();
  Begin();
  EXPECT_FALSE(Terms(1).alerts);
  EXPECT_TRUE(Terms(2).alerts);
  EXPECT_FALSE(Terms(3).alerts);
}

TEST_F(CoordinatorAgreements, PropertiesOfTheJobTurnAlertsOnAgain) {
  properties_["oozie.sla.disable.alerts"] = "ALL";
  properties_["oozie.sla.enable.alerts"] = "2";
  time_.Set(Ms("2024-01-01T06:00Z"));
  written_->WantData();
  Begin();
  EXPECT_FALSE(Terms(1).alerts);
  EXPECT_TRUE(Terms(2).alerts);
}

TEST_F(CoordinatorAgreements, CoordinatorsAreNamedForWhichAlertsAreOff) {
  properties_["oozie.sla.disable.alerts.coord"] = "x,c";
  Begin();
  EXPECT_FALSE(Terms(1).alerts);
}

// ---- commands

TEST_F(CoordinatorAgreements, AlertsAreTurnedOffAndOnForActions) {
  time_.Set(Ms("2024-01-01T02:30Z"));
  written_->WantData();
  Begin();
  time_.Pass(60);
  EXPECT_THAT(*Ask(Of(Verb::kSlaDisable, "1,3")), ElementsAre(1, 3));
  EXPECT_FALSE(Terms(1).alerts);
  EXPECT_EQ(Terms(1).modified_ms, time_.WallMs());
  EXPECT_TRUE(Terms(2).alerts);
  EXPECT_FALSE(Terms(3).alerts);
  EXPECT_EQ(journal_->JobProperties(0, 0)->at("oozie.sla.disable.alerts"), "1,3");
  EXPECT_THAT(*Ask(OfDates(Verb::kSlaEnable, "2024-01-01T02:00Z")), ElementsAre(3));
  EXPECT_FALSE(Terms(1).alerts);
  EXPECT_TRUE(Terms(3).alerts);
  EXPECT_EQ(journal_->JobProperties(0, 0)->at("oozie.sla.enable.alerts"), "2024-01-01T02:00Z");
  EXPECT_EQ(journal_->JobProperties(0, 0)->at("oozie.sla.disable.alerts"), "1,3")
      << "both are kept";
}

TEST_F(CoordinatorAgreements, AlertsOfAllAreThoseOfActionsToComeToo) {
  Begin();
  EXPECT_THAT(*Ask(Of(Verb::kSlaDisable)), IsEmpty());
  EXPECT_FALSE(Terms(1).alerts);
  EXPECT_EQ(journal_->JobProperties(0, 0)->at("oozie.sla.disable.alerts"), "ALL");
  At("2024-01-01T01:00Z");
  EXPECT_FALSE(Terms(2).alerts);
  EXPECT_THAT(*Ask(Of(Verb::kSlaEnable)), IsEmpty());
  EXPECT_TRUE(Terms(1).alerts);
  EXPECT_EQ(journal_->JobProperties(0, 0)->at("oozie.sla.disable.alerts"), "");
  At("2024-01-01T02:00Z");
  EXPECT_TRUE(Terms(3).alerts);
}

TEST_F(CoordinatorAgreements, AClosedOneHasItsAlertsTurnedOffButStaysClosed) {
  Begin();
  world_.times["wf-1"] = {Ms("2024-01-01T00:01Z"), Ms("2024-01-01T00:05Z")};
  EndWorkflow("wf-1", JobState::kSucceeded);
  EXPECT_THAT(*Ask(OfDates(Verb::kSlaDisable, "2024-01-01T00:00Z")), ElementsAre(1));
  EXPECT_FALSE(Terms(1).alerts);
  EXPECT_EQ(Open(), 0U);
}

TEST_F(CoordinatorAgreements, CommandsWithoutAnAgreementAreRefused) {
  Begin();
  const std::string refusal = "E1026: SLA alert update command failed: No record found";
  EXPECT_EQ(Refusal(Of(Verb::kSlaEnable, "7")), refusal);
  CoordinatorRequest change = Of(Verb::kSlaChange, "7");
  change.value = "sla-should-end=90";
  EXPECT_EQ(Refusal(change), refusal);
  EXPECT_EQ(Refusal(OfDates(Verb::kSlaDisable, "2024-01-01T00:30Z")),
            "E0605: Action does not exist [2024-01-01T00:30Z]");
  EXPECT_FALSE(journal_->JobProperties(0, 0)->contains("oozie.sla.enable.alerts"));
}

TEST_F(CoordinatorAgreements, ByDateEachActionIsMeantWhateverItsState) {
  Begin();
  for (int state = 0; state <= static_cast<int>(ActionState::kSkipped); ++state) {
    CoordinatorActionRow row = Row(1);
    row.state = static_cast<ActionState>(state);
    SCOPED_TRACE(WordOf(row.state));
    ASSERT_TRUE(journal_->coordinator().Put(row) && journal_->Commit());
    Reopen();
    EXPECT_THAT(*job_->Ask(OfDates(Verb::kSlaDisable, "2024-01-01T00:00Z")), ElementsAre(1));
  }
}

TEST_F(CoordinatorAgreements, TermsAreChanged) {
  time_.Set(Ms("2024-01-01T02:30Z"));
  written_->WantData();
  Begin();
  time_.Pass(1);
  CoordinatorRequest change = Of(Verb::kSlaChange, "2-3");
  change.value = "sla-should-end=90;sla-max-duration=5";
  EXPECT_THAT(*Ask(change), ElementsAre(2, 3));
  EXPECT_EQ(Terms(1).expected_end_ms, Ms("2024-01-01T01:00Z"));
  EXPECT_EQ(Terms(2).expected_end_ms, Ms("2024-01-01T02:30Z"));
  EXPECT_EQ(Terms(2).expected_duration_ms, 300'000);
  EXPECT_EQ(Terms(2).modified_ms, time_.WallMs());
  EXPECT_EQ(Terms(2).alert_contact, "joe@h");
  EXPECT_EQ(Terms(3).expected_end_ms, Ms("2024-01-01T03:30Z"));
  EXPECT_FALSE(journal_->JobProperties(0, 0)->contains("hpdl.sla.change"));
}

TEST_F(CoordinatorAgreements, TermsOfAllAreThoseOfActionsToComeToo) {
  written_->WantData();
  Begin();
  CoordinatorRequest change = Of(Verb::kSlaChange);
  change.value = "sla-should-end=90";
  EXPECT_THAT(*Ask(change), IsEmpty());
  change.value = "sla-max-duration=5";
  ASSERT_TRUE(Ask(change));
  EXPECT_EQ(Terms(1).expected_end_ms, Ms("2024-01-01T01:30Z"));
  EXPECT_EQ(Terms(1).expected_duration_ms, 300'000);
  EXPECT_THAT(journal_->JobProperties(0, 0)->at("hpdl.sla.change"), HasSubstr("sla-should-end=90"));
  Reopen();
  At("2024-01-01T01:00Z");
  EXPECT_EQ(Terms(2).expected_end_ms, Ms("2024-01-01T02:30Z"));
  EXPECT_EQ(Terms(2).expected_duration_ms, 300'000) << "both changes count";
}

TEST_F(CoordinatorAgreements, WhatIsNoChangeIsRefused) {
  Begin();
  CoordinatorRequest change = Of(Verb::kSlaChange);
  for (const char* value : {"", "sla-x=1", "sla-should-end=soon"}) {
    change.value = value;
    EXPECT_THAT(Refusal(change), HasSubstr("E1027")) << value;
  }
  EXPECT_EQ(Terms(1).expected_end_ms, Ms("2024-01-01T01:00Z"));
}

TEST_F(CoordinatorAgreements, OfAnActionThatIsGoneAreForgotten) {
  Begin();
  SlaRow lost = Terms(1);
  lost.number = 77;
  ASSERT_TRUE(journal_->coordinator().Put(lost) && journal_->Commit());
  Reopen();
  Listen();
  At("2024-01-02T00:00Z");
  for (const std::string& alert : alerts_) {
    EXPECT_FALSE(alert.starts_with("77")) << alert;
  }
  EXPECT_EQ(Terms(77).modified_ms, lost.modified_ms);
}

}  // namespace
}  // namespace hpdl::rt
