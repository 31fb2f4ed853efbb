#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "runtime/engines/coordinator/coordinator_update.h"
#include "runtime/engines/coordinator/testing/coordinator_job_fixture.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Verb = CoordinatorRequest::Verb;
using Scope = CoordinatorRequest::Scope;
using State = CoordinatorState;

/// A job with three actions, for 00:00, 01:00 and 02:00 of a day in January. The current time is in
/// June.
class CoordinatorRequests : public CoordinatorJobTest {
 protected:
  void Begin(int hours = 3) {
    ASSERT_NO_FATAL_FAILURE(Submit(hours));
    Settle();
  }
  /// Ends the three actions: one succeeds, one fails, one is killed.
  void BeginAndEnd() {
    Begin();
    EndWorkflow("wf-1", JobState::kSucceeded);
    EndWorkflow("wf-2", JobState::kFailed);
    EndWorkflow("wf-3", JobState::kKilled);
    ASSERT_THAT(States(), ElementsAre("SUCCEEDED", "FAILED", "KILLED"));
    ASSERT_EQ(Job(), "DONEWITHERROR");
  }
};

// ---- suspend and resume

TEST_F(CoordinatorRequests, AJobThatIsOverIsNeitherSuspendedNorResumed) {
  BeginAndEnd();
  EXPECT_THAT(*Ask(Of(Verb::kSuspend)), IsEmpty());
  EXPECT_THAT(*Ask(Of(Verb::kResume)), IsEmpty());
  EXPECT_EQ(Job(), "DONEWITHERROR");
  EXPECT_THAT(world_.told, IsEmpty());
}

TEST_F(CoordinatorRequests, AJobThatRunsIsNotResumed) {
  Begin();
  EndWorkflow("wf-1", JobState::kSuspended);
  EXPECT_THAT(*Ask(Of(Verb::kResume)), IsEmpty());
  EXPECT_THAT(States(), ElementsAre("SUSPENDED", "READY", "READY"));
  EXPECT_THAT(world_.told, IsEmpty());
}

TEST_F(CoordinatorRequests, AStartIsForBundlesAndChangesNothing) {
  Begin();
  EXPECT_THAT(*Ask(Of(Verb::kStart)), IsEmpty());
  EXPECT_EQ(Job(), "RUNNING");
  EXPECT_THAT(States(), ElementsAre("RUNNING", "READY", "READY"));
}

TEST_F(CoordinatorRequests, DataIsLookedAtAgainSomeTimeAfterAResume) {
  written_->WantData();
  written_->Concurrency("-1");
  settings_.recover_ms = 600'000;
  Begin();
  world_.files.insert("file:///data/00/_SUCCESS");
  time_.Pass(10);
  ASSERT_TRUE(Ask(Of(Verb::kSuspend)));
  EXPECT_EQ(Row(1).wish, ActionWish::kRecover);
  EXPECT_EQ(Row(3).wish, ActionWish::kRecover);
  time_.Pass(60);
  ASSERT_TRUE(Ask(Of(Verb::kResume)));
  EXPECT_EQ(*job_->NextBeatMs(), Ms("2024-06-01T00:10Z")) << "ten minutes after its last change";
  Pass(600 - 71);
  EXPECT_THAT(States(), ElementsAre("WAITING", "WAITING", "WAITING"));
  Pass(1);
  EXPECT_THAT(States(), ElementsAre("RUNNING", "RUNNING", "RUNNING"));
  EXPECT_EQ(Row(3).wish, ActionWish::kNothing);
}

TEST_F(CoordinatorRequests, DataIsLookedAtAtOnceIfTheSiteWantsThat) {
  written_->WantData();
  written_->Concurrency("-1");
  settings_.resume_looks_at_once = true;
  Begin();
  world_.files.insert("file:///data/00/_SUCCESS");
  ASSERT_TRUE(Ask(Of(Verb::kSuspend)));
  EXPECT_EQ(Row(1).wish, ActionWish::kNothing);
  ASSERT_TRUE(Ask(Of(Verb::kResume)));
  Pass(1);
  EXPECT_THAT(States(), ElementsAre("RUNNING", "RUNNING", "RUNNING"));
}

/// The data of an action is not checked before its nominal time. So a suspension before that time
/// does not affect the action.
TEST_F(CoordinatorRequests, ASuspensionLeavesAnActionAloneWhoseTimeIsToCome) {
  time_.Set(Ms("2024-01-01T00:00Z") - 60'000);
  written_->WantData();
  Begin();
  ASSERT_THAT(States(), ElementsAre("WAITING"));
  ASSERT_TRUE(Ask(Of(Verb::kSuspend)));
  EXPECT_EQ(Row(1).wish, ActionWish::kNothing);
  ASSERT_TRUE(Ask(Of(Verb::kResume)));
  time_.Set(Ms("2024-01-01T00:00Z"));
  ASSERT_TRUE(job_->Ask(Of(Verb::kSuspend)));
  ASSERT_TRUE(job_->Beat());
  EXPECT_EQ(Row(1).wish, ActionWish::kRecover) << "its time has come";
}

TEST_F(CoordinatorRequests, ASuspensionBeforeTheFirstActionIsOfThePreparation) {
  Submit(3);
  ASSERT_TRUE(job_->Ask(Of(Verb::kSuspend)));
  Settle();
  EXPECT_EQ(Job(), "PREPSUSPENDED");
  EXPECT_THAT(States(), IsEmpty());
  ASSERT_TRUE(Ask(Of(Verb::kResume)));
  EXPECT_EQ(Job(), "RUNNING");
  EXPECT_THAT(States(), ElementsAre("RUNNING", "READY", "READY"));
}

TEST_F(CoordinatorRequests, AResumeStartsWhatIsReadyAgain) {
  Begin();
  ASSERT_TRUE(Ask(Of(Verb::kSuspend)));
  EndWorkflow("wf-1", JobState::kSucceeded);
  EXPECT_THAT(States(), ElementsAre("SUCCEEDED", "READY", "READY"));
  ASSERT_TRUE(Ask(Of(Verb::kResume)));
  EXPECT_THAT(States(), ElementsAre("SUCCEEDED", "RUNNING", "READY"));
}

// ---- kill

TEST_F(CoordinatorRequests, ActionsAreKilledByTheirNumbers) {
  std::vector<std::string> notices;
  Submit(3);
  job_->on_notice = [&](const CoordinatorActionRow& row, std::string_view status) {
    notices.push_back(std::to_string(row.number) + " " + std::string(status));
  };
  Settle();
  notices.clear();
  EXPECT_THAT(*Ask(Of(Verb::kKill, "1,3")), ElementsAre(1, 3));
  EXPECT_THAT(notices, ElementsAre("1 KILLED", "3 KILLED", "2 RUNNING"));
  EXPECT_THAT(States(), ElementsAre("KILLED", "RUNNING", "KILLED"));
  EXPECT_THAT(world_.told, ElementsAre("kill wf-1"));
  EXPECT_EQ(Job(), "RUNNINGWITHERROR");
}

TEST_F(CoordinatorRequests, ByNumberAlsoWhatIsOverBecomesKilled) {
  Begin();
  EndWorkflow("wf-1", JobState::kSucceeded);
  EXPECT_THAT(*Ask(Of(Verb::kKill, "1")), ElementsAre(1));
  EXPECT_THAT(States(), ElementsAre("KILLED", "RUNNING", "READY"));
  EXPECT_THAT(world_.told, IsEmpty()) << "its workflow has ended";
}

TEST_F(CoordinatorRequests, ByDateOnlyWhatIsNotOverIsKilled) {
  Begin();
  EndWorkflow("wf-1", JobState::kSucceeded);
  EXPECT_THAT(*Ask(OfDates(Verb::kKill, "2024-01-01T00:00Z::2024-01-01T01:00Z")), ElementsAre(2));
  EXPECT_THAT(States(), ElementsAre("SUCCEEDED", "KILLED", "RUNNING"));
}

TEST_F(CoordinatorRequests, ADateWithoutAnActionIsRefused) {
  Begin();
  EXPECT_EQ(Refusal(OfDates(Verb::kKill, "2024-01-01T00:30Z")),
            "E0605: Action does not exist [2024-01-01T00:30Z]");
  EXPECT_THAT(*Ask(OfDates(Verb::kKill, "2024-01-01T00:10Z::2024-01-01T00:50Z")), IsEmpty());
  EXPECT_THAT(*Ask(Of(Verb::kKill, "7")), IsEmpty()) << "as one without actions of its numbers";
  EXPECT_THAT(States(), ElementsAre("RUNNING", "READY", "READY"));
}

TEST_F(CoordinatorRequests, WhatNamesNoActionsIsRefused) {
  Begin();
  EXPECT_THAT(Refusal(Of(Verb::kKill, "x")), HasSubstr("E0302"));
  EXPECT_THAT(Refusal(OfDates(Verb::kKill, "x")), HasSubstr("E0302"));
  EXPECT_THAT(States(), ElementsAre("RUNNING", "READY", "READY"));
}

TEST_F(CoordinatorRequests, ActionsThatAreNamedTwiceAreKilledOnce) {
  Begin();
  EXPECT_THAT(*Ask(Of(Verb::kKill, "3,2-3,2")), ElementsAre(2, 3));
}

TEST_F(CoordinatorRequests, NoActionOfAJobThatIsOverIsKilled) {
  BeginAndEnd();
  EXPECT_THAT(*Ask(Of(Verb::kKill, "1")), IsEmpty());
  EXPECT_THAT(States(), ElementsAre("SUCCEEDED", "FAILED", "KILLED"));
}

TEST_F(CoordinatorRequests, AKilledJobMakesNoMoreActions) {
  time_.Set(Ms("2024-01-01T00:00Z"));
  Begin();
  ASSERT_THAT(States(), ElementsAre("RUNNING"));
  ASSERT_FALSE(Coordinator().all_made);
  ASSERT_TRUE(Ask(Of(Verb::kKill)));
  EXPECT_TRUE(Coordinator().all_made);
  EXPECT_EQ(Job(), "KILLED");
  Pass(24 * 3600);
  EXPECT_THAT(States(), ElementsAre("KILLED"));
}

/// If the answer to a start comes after the kill of the action, the started workflow is killed too.
TEST_F(CoordinatorRequests, AWorkflowThatComesAfterTheKillIsKilled) {
  Submit(3);
  ASSERT_TRUE(job_->Beat());
  ASSERT_EQ(world_.starts.size(), 1U);
  ASSERT_TRUE(job_->Ask(Of(Verb::kKill, "1")));
  ASSERT_TRUE(job_->Beat());
  EXPECT_THAT(world_.told, IsEmpty()) << "nobody knows of a workflow";
  EXPECT_EQ(Row(1).wish, ActionWish::kStart);
  Settle();
  EXPECT_THAT(world_.told, ElementsAre("kill wf-1"));
  EXPECT_EQ(Row(1).external_id, "wf-1");
  EXPECT_EQ(Row(1).wish, ActionWish::kNothing);
  EXPECT_EQ(States().front(), "KILLED");
}

TEST_F(CoordinatorRequests, AWorkflowThatDoesNotComeAfterTheKillNeedsNone) {
  Submit(3);
  world_.refusal = Error{ErrorClass::kError, "E1005", "no"};
  ASSERT_TRUE(job_->Beat());
  ASSERT_TRUE(job_->Ask(Of(Verb::kKill, "1")));
  ASSERT_TRUE(job_->Beat());
  world_.Answer(job_.get());
  ASSERT_TRUE(job_->Beat());
  EXPECT_EQ(Row(1).wish, ActionWish::kNothing);
  EXPECT_EQ(Row(1).error_code, "");
  EXPECT_EQ(States().front(), "KILLED");
  EXPECT_THAT(world_.told, IsEmpty());
}

/// The process has died before the answer to the start. The journal has the id of the workflow,
/// because the id was chosen before the start.
TEST_F(CoordinatorRequests, AStartThatAProcessHasDiedOverIsKilledByItsId) {
  world_.gives_ids = true;
  Submit(3);
  ASSERT_TRUE(job_->Beat());
  ASSERT_EQ(Row(1).external_id, "given-1");
  Reopen();
  ASSERT_TRUE(job_->Ask(Of(Verb::kKill, "1")));
  EXPECT_TRUE(job_->Beat());
  EXPECT_EQ(Row(1).wish, ActionWish::kKill);
  EXPECT_THAT(world_.told, ElementsAre("kill given-1"));
}

TEST_F(CoordinatorRequests, AStartWithoutAnIdThatAProcessHasDiedOverIsNotKilled) {
  Submit(3);
  ASSERT_TRUE(job_->Beat());
  ASSERT_EQ(Row(1).external_id, "");
  Reopen();
  ASSERT_TRUE(job_->Ask(Of(Verb::kKill, "1")));
  EXPECT_TRUE(job_->Beat());
  EXPECT_EQ(Row(1).wish, ActionWish::kNothing);
  EXPECT_THAT(world_.told, IsEmpty());
}

TEST_F(CoordinatorRequests, AKillThatFailsIsNotTriedAgain) {
  Begin();
  world_.undone = Error{ErrorClass::kError, "E0508", "not yours"};
  ASSERT_TRUE(Ask(Of(Verb::kKill)));
  EXPECT_EQ(Row(1).wish, ActionWish::kNothing);
  EXPECT_EQ(Row(1).error_code, "E0508");
  EXPECT_EQ(Row(1).error_message, "not yours");
  EXPECT_THAT(world_.told, ElementsAre("kill wf-1"));
  EXPECT_EQ(Job(), "KILLED");
  EXPECT_TRUE(job_->IsOver());
}

// ---- ignore

TEST_F(CoordinatorRequests, ActionsThatEndedBadlyAreIgnored) {
  BeginAndEnd();
  EXPECT_THAT(*Ask(Of(Verb::kIgnore, "2-3")), ElementsAre(2, 3));
  EXPECT_THAT(States(), ElementsAre("SUCCEEDED", "IGNORED", "IGNORED"));
}

TEST_F(CoordinatorRequests, AnIgnoreSaysWhichActionsItCannotDo) {
  BeginAndEnd();
  const std::string head = "E1024: Cannot run ignore command: [";
  EXPECT_EQ(Refusal(OfDates(Verb::kIgnore, "2024-01-01T00:00Z")),
            head + "Currently ignore only support -action option]");
  EXPECT_EQ(Refusal(Of(Verb::kIgnore, "9")), head + "no actions are eligible to ignore]");
  EXPECT_EQ(Refusal(Of(Verb::kIgnore, "1-3")),
            head +
                "part or all actions are not eligible to ignore, check state of action number(s) "
                "[1]]");
  ASSERT_TRUE(Ask(Of(Verb::kIgnore, "3")));
  EXPECT_EQ(Refusal(Of(Verb::kIgnore, "1-3")),
            head +
                "part or all actions are not eligible to ignore, check state of action number(s) "
                "[1,3]]");
  EXPECT_EQ(States()[1], "FAILED") << "all of them or none";
}

TEST_F(CoordinatorRequests, NoActionIsIgnoredBeforeThereAreAny) {
  for (const State state : {State::kPrep, State::kPrepSuspended, State::kPrepPaused}) {
    SCOPED_TRACE(WordOf(state));
    if (journal_ == nullptr) {
      Submit(3);
    }
    Become(state);
    EXPECT_THAT(*job_->Ask(Of(Verb::kIgnore, "1")), IsEmpty());
  }
}

TEST_F(CoordinatorRequests, AJobIsIgnoredOnceItIsKilled) {
  Begin();
  EXPECT_EQ(Refusal(Of(Verb::kIgnore)),
            "E1015: Invalid coordinator job change value IGNORED,  Only FAILED or KILLED "
            "non-pending job can be changed to IGNORED. Current job status is RUNNING and pending "
            "status is true");
  ASSERT_TRUE(Ask(Of(Verb::kKill)));
  EXPECT_THAT(*Ask(Of(Verb::kIgnore)), IsEmpty());
  EXPECT_EQ(Job(), "IGNORED");
}

TEST_F(CoordinatorRequests, AJobWhoseKillIsUnderWayIsNotIgnored) {
  Begin();
  ASSERT_TRUE(job_->Ask(Of(Verb::kKill)));
  ASSERT_TRUE(job_->Beat());
  const auto refused = job_->Ask(Of(Verb::kIgnore));
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message,
              HasSubstr("Current job status is KILLED and pending status is true"));
}

TEST_F(CoordinatorRequests, AJobThatEndedOtherwiseIsNotIgnored) {
  BeginAndEnd();
  EXPECT_THAT(Refusal(Of(Verb::kIgnore)),
              HasSubstr("Current job status is DONEWITHERROR and pending status is false"));
}

// ---- rerun

TEST_F(CoordinatorRequests, ARerunSaysWhyItIsRefused) {
  BeginAndEnd();
  const std::string head = "E1018: Coord Job Rerun Error: ";
  EXPECT_EQ(Refusal(Of(Verb::kRerun)), head + "date or action expected.");
  EXPECT_EQ(Refusal(Of(Verb::kRerun, "8")),
            head + "part or all actions are not eligible to rerun!");
  EXPECT_EQ(Refusal(OfDates(Verb::kRerun, "2024-01-01T00:30Z")),
            "E0605: Action does not exist [2024-01-01T00:30Z]");
  for (const State state : {State::kPrep, State::kPrepSuspended, State::kPrepPaused}) {
    SCOPED_TRACE(WordOf(state));
    Become(state);
    EXPECT_EQ(job_->Ask(Of(Verb::kRerun, "1")).error().message,
              "Coord Job Rerun Error: coordinator job is PREP so no actions are materialized to "
              "rerun!");
  }
  Become(State::kIgnored);
  EXPECT_EQ(job_->Ask(Of(Verb::kRerun, "1")).error().message,
            "Coord Job Rerun Error: coordinator job is IGNORED, please change it to RUNNING before "
            "rerunning");
}

TEST_F(CoordinatorRequests, WhatIsNotOverIsNotRunAgain) {
  Begin();
  EndWorkflow("wf-1", JobState::kSucceeded);
  EXPECT_EQ(Refusal(Of(Verb::kRerun, "1-2")),
            "E1018: Coord Job Rerun Error: part or all actions are not eligible to rerun!");
  EXPECT_EQ(States().front(), "SUCCEEDED") << "all of them or none";
  EXPECT_THAT(*Ask(OfDates(Verb::kRerun, "2024-01-01T00:00Z::2024-01-01T05:00Z")), ElementsAre(1))
      << "of dates those that can be";
}

TEST_F(CoordinatorRequests, AnActionWhoseWorkflowIsBeingKilledIsNotRunAgain) {
  Begin();
  ASSERT_TRUE(job_->Ask(Of(Verb::kKill, "1")));
  ASSERT_TRUE(job_->Beat());
  const auto refused = job_->Ask(Of(Verb::kRerun, "1"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "E1018");
}

TEST_F(CoordinatorRequests, EachEndButSkippedCanBeRunAgainByItsDate) {
  BeginAndEnd();
  for (const ActionState state :
       {ActionState::kTimedOut, ActionState::kSucceeded, ActionState::kKilled, ActionState::kFailed,
        ActionState::kIgnored, ActionState::kSkipped}) {
    SCOPED_TRACE(WordOf(state));
    CoordinatorActionRow row = Row(1);
    row.state = state;
    ASSERT_TRUE(journal_->coordinator().Put(row));
    Become(State::kDoneWithError);
    const auto done = job_->Ask(OfDates(Verb::kRerun, "2024-01-01T00:00Z"));
    EXPECT_EQ(done.ok(), state != ActionState::kSkipped);
  }
}

TEST_F(CoordinatorRequests, ARerunForgetsWhatWasWrongAndCountsRuns) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  world_.refusal = Error{ErrorClass::kError, "E1005", "it is not there"};
  Begin(1);
  ASSERT_THAT(States(), ElementsAre("FAILED"));
  ASSERT_EQ(Row(1).error_code, "E1005");
  ASSERT_EQ(Row(1).error_message, "it is not there");
  ASSERT_EQ(Job(), "FAILED");
  world_.refusal.reset();
  std::vector<std::string> notices;
  job_->on_notice = [&](const CoordinatorActionRow& row, std::string_view status) {
    notices.push_back(std::to_string(row.number) + " " + std::string(status));
  };
  ASSERT_TRUE(Ask(Of(Verb::kRerun, "1")));
  EXPECT_THAT(notices, ElementsAre("1 WAITING", "1 RUNNING"));
  EXPECT_EQ(Row(1).run, 1);
  EXPECT_EQ(Row(1).error_code, "");
  EXPECT_EQ(Row(1).error_message, "");
  EXPECT_EQ(Row(1).external_id, "wf-1");
  ASSERT_EQ(world_.starts.size(), 2U);
  EXPECT_EQ(world_.starts[0].key, "0000001-240601000000000-hpdl-joe-C@1/0");
  EXPECT_EQ(world_.starts[1].key, "0000001-240601000000000-hpdl-joe-C@1/1");
  EXPECT_EQ(Job(), "RUNNING");
}

TEST_F(CoordinatorRequests, ARerunOfWhatTimedOutWaitsAnew) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  written_->WantData();
  written_->Timeout("1");
  Begin(1);
  Pass(120);
  ASSERT_THAT(States(), ElementsAre("TIMEDOUT"));
  EXPECT_EQ(Row(1).created_ms, Ms("2024-06-01T00:00Z"));
  Pass(600);
  ASSERT_TRUE(Ask(Of(Verb::kRerun, "1")));
  EXPECT_THAT(States(), ElementsAre("WAITING"));
  EXPECT_EQ(Row(1).created_ms, Ms("2024-06-01T00:12Z"));
  Pass(119);
  EXPECT_THAT(States(), ElementsAre("WAITING"));
  Pass(1);
  EXPECT_THAT(States(), ElementsAre("TIMEDOUT"));
}

TEST_F(CoordinatorRequests, ARerunOfWhatEndedOtherwiseWasMadeWhenItWas) {
  BeginAndEnd();
  const std::int64_t made = Row(1).created_ms;
  Pass(600);
  ASSERT_TRUE(Ask(Of(Verb::kRerun, "1")));
  EXPECT_EQ(Row(1).created_ms, made);
}

TEST_F(CoordinatorRequests, ARerunDeletesWhatWasMadeFirst) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  written_->Make("out", "file:///out/${HOUR}");
  written_->Make("kept", "file:///kept/${HOUR}", true);
  world_.becomes = JobState::kSucceeded;
  Begin(1);
  ASSERT_TRUE(Ask(Of(Verb::kRerun, "1")));
  EXPECT_THAT(world_.told, ElementsAre("delete"));
  EXPECT_THAT(world_.deleted, ElementsAre("file:///out/00"));
  EXPECT_EQ(world_.starts.size(), 2U);
  CoordinatorRequest rerun = Of(Verb::kRerun, "1");
  rerun.nocleanup = true;
  ASSERT_TRUE(Ask(rerun));
  EXPECT_EQ(world_.deleted.size(), 1U) << "it is told not to";
  EXPECT_EQ(world_.starts.size(), 3U);
  rerun.nocleanup = false;
  rerun.failed = true;
  ASSERT_TRUE(Ask(rerun));
  EXPECT_EQ(world_.deleted.size(), 1U) << "what the workflow has made it needs";
  EXPECT_EQ(world_.starts.size(), 3U);
}

/// The action waits until its outputs are deleted.
TEST_F(CoordinatorRequests, AnActionDoesNotStartBeforeItsOutputsAreDeleted) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  written_->Make("out", "file:///out/${HOUR}");
  world_.becomes = JobState::kSucceeded;
  Begin(1);
  ASSERT_TRUE(job_->Ask(Of(Verb::kRerun, "1")));
  ASSERT_TRUE(job_->Beat());
  EXPECT_THAT(States(), ElementsAre("WAITING"));
  EXPECT_EQ(Row(1).wish, ActionWish::kCleanUp);
  EXPECT_EQ(world_.starts.size(), 1U);
  Settle();
  EXPECT_EQ(world_.starts.size(), 2U);
}

TEST_F(CoordinatorRequests, ADeletionThatFailsIsToldAndTheActionGoesOn) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  written_->Make("out", "file:///out/${HOUR}");
  Begin(1);
  EndWorkflow("wf-1", JobState::kSucceeded);
  world_.undone = Error{ErrorClass::kError, "FS1", "it cannot be deleted"};
  ASSERT_TRUE(job_->Ask(Of(Verb::kRerun, "1")));
  ASSERT_TRUE(job_->Beat());
  world_.Answer(job_.get());
  EXPECT_EQ(job_->NextBeatMs(), Ms("2024-06-01T00:00Z") + 1000) << "something may be due at once";
  Settle();
  EXPECT_EQ(world_.starts.size(), 2U);
}

TEST_F(CoordinatorRequests, ARerunOfTheSameWorkflowThatCannotBeIsAFailure) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  Begin(1);
  EndWorkflow("wf-1", JobState::kFailed);
  world_.undone = Error{ErrorClass::kError, "E0724", "it cannot be run again"};
  CoordinatorRequest rerun = Of(Verb::kRerun, "1");
  rerun.failed = true;
  ASSERT_TRUE(Ask(rerun));
  EXPECT_THAT(States(), ElementsAre("FAILED"));
  EXPECT_EQ(Row(1).error_code, "E0724");
  EXPECT_EQ(Row(1).external_id, "") << "nobody follows it";
}

TEST_F(CoordinatorRequests, ARerunOfFailedNodesWithoutAWorkflowStartsOne) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  world_.refusal = Error{ErrorClass::kError, "E1005", "no"};
  Begin(1);
  world_.refusal.reset();
  CoordinatorRequest rerun = Of(Verb::kRerun, "1");
  rerun.failed = true;
  ASSERT_TRUE(Ask(rerun));
  EXPECT_THAT(world_.told, IsEmpty());
  EXPECT_THAT(States(), ElementsAre("RUNNING"));
}

TEST_F(CoordinatorRequests, ARerunKeepsTheDataUnlessItIsRefreshed) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  written_->WantData();
  written_->Give("data", &DataInOfAction, "${coord:dataIn('in')}");
  world_.files.insert("file:///data/00/_SUCCESS");
  world_.becomes = JobState::kSucceeded;
  Begin(1);
  EXPECT_EQ(Row(1).missing, "");
  EXPECT_EQ(world_.starts.back().properties["data"], "file:///data/00");
  world_.files.clear();
  ASSERT_TRUE(Ask(Of(Verb::kRerun, "1")));
  EXPECT_EQ(Job(), "SUCCEEDED") << "it was there once";
  EXPECT_EQ(world_.starts.back().properties["data"], "file:///data/00");
  Pass(90);
  CoordinatorRequest rerun = Of(Verb::kRerun, "1");
  rerun.refresh = true;
  ASSERT_TRUE(Ask(rerun));
  EXPECT_THAT(States(), ElementsAre("WAITING"));
  EXPECT_EQ(Row(1).missing, "file:///data/00/_SUCCESS");
  EXPECT_EQ(Row(1).configuration, "");
  EXPECT_EQ(Row(1).actual, *ReadTime("2024-06-01T00:01Z")) << "in whole minutes";
}

TEST_F(CoordinatorRequests, PropertiesOfARerunCountIfTheSiteSaysSo) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  written_->Give("a", "1");
  written_->Give("b", "2");
  world_.becomes = JobState::kSucceeded;
  Begin(1);
  CoordinatorRequest rerun = Of(Verb::kRerun, "1");
  rerun.properties = "b=3\nc=4\nuser.name=eve\n";
  ASSERT_TRUE(Ask(rerun));
  EXPECT_EQ(world_.starts.back().properties["b"], "2");
  settings_.rerun_takes_properties = true;
  Reopen();
  ASSERT_TRUE(Ask(rerun));
  ASSERT_EQ(world_.starts.size(), 3U);
  EXPECT_EQ(world_.starts.back().properties["a"], "1");
  EXPECT_EQ(world_.starts.back().properties["b"], "3");
  EXPECT_EQ(world_.starts.back().properties["c"], "4");
  EXPECT_EQ(world_.starts.back().properties["user.name"], "joe") << "nobody else's";
  rerun.properties = "b=5";
  rerun.refresh = true;
  ASSERT_TRUE(Ask(rerun));
  EXPECT_EQ(world_.starts.back().properties["a"], "1");
  EXPECT_EQ(world_.starts.back().properties["b"], "5");
  EXPECT_EQ(world_.starts.back().properties.contains("c"), false) << "by the definition of now";
}

// ---- change

TEST_F(CoordinatorRequests, AChangeSaysWhichValueIsNone) {
  Begin();
  const std::string head = "E1015: Invalid coordinator job change value ";
  EXPECT_EQ(Refusal(ChangeTo("concurrency=x")), head + "x, must be a valid integer");
  EXPECT_EQ(Refusal(ChangeTo("endtime=soon")), head + "soon, must be a valid date");
  EXPECT_EQ(Refusal(ChangeTo("pausetime=soon")), head + "soon, must be a valid date");
  EXPECT_EQ(Refusal(ChangeTo("status=PREP")), head + "PREP,  must be RUNNING or IGNORED");
  EXPECT_EQ(Refusal(ChangeTo("status=RUNNING")),
            head +
                "RUNNING,  Only FAILED, KILLED, IGNORED job can be changed to RUNNING. Current job "
                "status is RUNNING");
  EXPECT_THAT(Refusal(ChangeTo("status=IGNORED")), HasSubstr(head + "IGNORED,  Only FAILED or"));
  EXPECT_THAT(Refusal(ChangeTo("x=1")), HasSubstr("E1015: "));
  EXPECT_EQ(Coordinator().concurrency, 1);
  EXPECT_EQ(Coordinator().end, *ReadTime("2024-01-01T03:00Z"));
}

TEST_F(CoordinatorRequests, AStateWithErrorIsToldAsOneWithout) {
  Begin();
  EndWorkflow("wf-1", JobState::kFailed);
  ASSERT_EQ(Job(), "RUNNINGWITHERROR");
  EXPECT_THAT(Refusal(ChangeTo("status=RUNNING")), HasSubstr("Current job status is RUNNING"));
  EXPECT_THAT(Refusal(ChangeTo("status=RUNNING")), Not(HasSubstr("WITHERROR")));
}

TEST_F(CoordinatorRequests, ANewConcurrencyStartsMore) {
  Begin();
  EXPECT_THAT(*Ask(ChangeTo("concurrency=2")), IsEmpty());
  EXPECT_THAT(States(), ElementsAre("RUNNING", "RUNNING", "READY"));
  EXPECT_EQ(Coordinator().concurrency, 2);
  Reopen();
  ASSERT_TRUE(Ask(ChangeTo("concurrency=-1")));
  EXPECT_THAT(States(), ElementsAre("RUNNING", "RUNNING", "RUNNING"));
}

TEST_F(CoordinatorRequests, AKilledOrIgnoredJobIsNotChanged) {
  Begin();
  ASSERT_TRUE(Ask(Of(Verb::kKill)));
  EXPECT_EQ(Refusal(ChangeTo("concurrency=2")), "E1016: Cannot change a killed coordinator job");
  ASSERT_TRUE(Ask(ChangeTo("status=IGNORED")));
  EXPECT_EQ(Job(), "IGNORED");
  EXPECT_EQ(Refusal(ChangeTo("concurrency=2")), "E1016: Cannot change an ignored coordinator job");
  EXPECT_EQ(Coordinator().concurrency, 1);
  ASSERT_TRUE(Ask(ChangeTo("status=RUNNING;concurrency=2"))) << "with its state it may be";
  EXPECT_EQ(Coordinator().concurrency, 2);
}

TEST_F(CoordinatorRequests, AKilledJobThatRunsAgainMakesTheActionsThatAreLeft) {
  time_.Set(Ms("2024-01-01T00:00Z"));
  Begin();
  ASSERT_TRUE(Ask(Of(Verb::kKill)));
  ASSERT_TRUE(Coordinator().all_made);
  ASSERT_TRUE(Ask(ChangeTo("status=RUNNING")));
  EXPECT_FALSE(Coordinator().all_made);
  EXPECT_EQ(Job(), "RUNNINGWITHERROR");
  Pass(24 * 3600);
  EXPECT_THAT(States(), ElementsAre("KILLED", "RUNNING", "READY"));
}

TEST_F(CoordinatorRequests, AJobThatIsKilledBeforeItsFirstActionBeginsWithThat) {
  time_.Set(Ms("2023-12-31T00:00Z"));
  Begin();
  ASSERT_THAT(States(), IsEmpty());
  ASSERT_TRUE(Ask(Of(Verb::kKill)));
  ASSERT_TRUE(Ask(ChangeTo("status=RUNNING")));
  EXPECT_FALSE(Coordinator().all_made);
  EXPECT_EQ(Job(), "RUNNING");
  time_.Set(Ms("2024-06-01T00:00Z"));
  Pass(1);
  EXPECT_THAT(States(), ElementsAre("RUNNING", "READY", "READY"));
}

TEST_F(CoordinatorRequests, AJobThatRunsAgainWithoutATimeHasNothingToDo) {
  time_.Set(Ms("2023-12-31T00:00Z"));
  Begin();
  ASSERT_TRUE(Ask(Of(Verb::kKill)));
  ASSERT_TRUE(Ask(ChangeTo("endtime=2024-01-01T00:00Z;status=RUNNING")));
  EXPECT_TRUE(Coordinator().all_made);
  EXPECT_EQ(Job(), "SUCCEEDED");
}

TEST_F(CoordinatorRequests, AJobWhoseActionsAreAllMadeHasNoMoreWhenItRunsAgain) {
  Begin();
  ASSERT_TRUE(Ask(Of(Verb::kKill)));
  ASSERT_TRUE(Ask(ChangeTo("status=RUNNING")));
  EXPECT_TRUE(Coordinator().all_made);
  EXPECT_EQ(Job(), "KILLED") << "by its actions";
  EXPECT_THAT(States(), ElementsAre("KILLED", "KILLED", "KILLED"));
}

TEST_F(CoordinatorRequests, ALaterEndBringsMoreActions) {
  world_.becomes = JobState::kSucceeded;
  Begin();
  ASSERT_EQ(Job(), "SUCCEEDED");
  ASSERT_NE(journal_->Jobs()->front().ended_ms, 0);
  ASSERT_TRUE(Ask(ChangeTo("endtime=2024-01-01T05:00Z")));
  EXPECT_THAT(world_.order, ElementsAre(1, 2, 3, 4, 5));
  EXPECT_EQ(Coordinator().end, *ReadTime("2024-01-01T05:00Z"));
  EXPECT_EQ(Job(), "SUCCEEDED");
}

/// The new end time has not come, so the job continues and runs the further actions.
TEST_F(CoordinatorRequests, AJobGoesOnUntilALaterEnd) {
  world_.becomes = JobState::kSucceeded;
  time_.Set(Ms("2024-01-01T04:00Z"));
  Begin();
  ASSERT_EQ(Job(), "SUCCEEDED");
  ASSERT_TRUE(Ask(ChangeTo("endtime=2024-01-02T00:00Z")));
  EXPECT_EQ(Job(), "RUNNING");
  EXPECT_EQ(journal_->Jobs()->front().ended_ms, 0);
  EXPECT_THAT(world_.order, ElementsAre(1, 2, 3, 4, 5));
}

TEST_F(CoordinatorRequests, ALaterEndBeforeTheNextActionChangesNothing) {
  world_.becomes = JobState::kSucceeded;
  written_ = std::make_unique<WrittenCoordinator>(2);
  written_->Frequency("180");
  Begin(2);
  ASSERT_EQ(Job(), "SUCCEEDED");
  ASSERT_TRUE(Ask(ChangeTo("endtime=2024-01-01T03:00Z")));
  EXPECT_EQ(Job(), "SUCCEEDED");
  EXPECT_EQ(Coordinator().end, *ReadTime("2024-01-01T02:00Z"));
  ASSERT_TRUE(Ask(ChangeTo("endtime=2024-01-01T03:01Z")));
  EXPECT_THAT(world_.order, ElementsAre(1, 2));
  EXPECT_EQ(Coordinator().end, *ReadTime("2024-01-01T03:01Z"));
}

TEST_F(CoordinatorRequests, AnEarlierEndTakesAwayWhatHasNotBegun) {
  Begin();
  ASSERT_TRUE(Ask(ChangeTo("endtime=2024-01-01T01:00Z")));
  EXPECT_THAT(States(), ElementsAre("RUNNING"));
  EXPECT_EQ(Coordinator().next_number, 2);
  EXPECT_EQ(Coordinator().next_time, *ReadTime("2024-01-01T01:00Z"));
  EXPECT_EQ(Coordinator().next_regular, *ReadTime("2024-01-01T01:00Z"));
  EXPECT_TRUE(Coordinator().all_made);
  EndWorkflow("wf-1", JobState::kSucceeded);
  EXPECT_EQ(Job(), "SUCCEEDED");
  EXPECT_THAT(world_.order, ElementsAre(1));
}

TEST_F(CoordinatorRequests, AnEndOneMinuteLaterKeepsTheAction) {
  Begin();
  ASSERT_TRUE(Ask(ChangeTo("endtime=2024-01-01T01:01Z")));
  EXPECT_THAT(States(), ElementsAre("RUNNING", "READY"));
}

TEST_F(CoordinatorRequests, NoEndOrPauseIsBeforeAnActionThatHasBegun) {
  Begin();
  EndWorkflow("wf-1", JobState::kSucceeded);
  const std::string refusal =
      "E1022: Cannot delete running/completed coordinator action: "
      "[0000001-240601000000000-hpdl-joe-C@2]";
  EXPECT_EQ(Refusal(ChangeTo("endtime=2024-01-01T01:00Z")), refusal);
  EXPECT_EQ(Refusal(ChangeTo("pausetime=2024-01-01T01:00Z")), refusal);
  EXPECT_EQ(Refusal(ChangeTo("endtime=2024-01-01T02:00Z;pausetime=2024-01-01T00:30Z")), refusal)
      << "all of it or nothing";
  EXPECT_THAT(States(), ElementsAre("SUCCEEDED", "RUNNING", "READY"));
  ASSERT_TRUE(Ask(ChangeTo("endtime=2024-01-01T01:01Z")));
  EXPECT_THAT(States(), ElementsAre("SUCCEEDED", "RUNNING"));
}

TEST_F(CoordinatorRequests, AnEndAtTheStartEndsTheJob) {
  time_.Set(Ms("2023-12-31T00:00Z"));
  Begin();
  ASSERT_EQ(Job(), "PREP");
  ASSERT_TRUE(Ask(ChangeTo("endtime=2024-01-01T00:00Z")));
  EXPECT_EQ(Job(), "SUCCEEDED");
  EXPECT_TRUE(Coordinator().all_made);
  EXPECT_TRUE(job_->IsOver());
}

TEST_F(CoordinatorRequests, APauseTakesAwayAndItsEndMakesAgain) {
  written_->WantData();
  Begin();
  ASSERT_TRUE(Ask(ChangeTo("pausetime=2024-01-01T01:00Z")));
  EXPECT_THAT(States(), ElementsAre("WAITING"));
  EXPECT_EQ(Coordinator().pause, *ReadTime("2024-01-01T01:00Z"));
  EXPECT_FALSE(Coordinator().all_made);
  EXPECT_EQ(Job(), "PAUSED");
  Reopen();
  Settle();
  EXPECT_EQ(Job(), "PAUSED") << "it is in the journal";
  ASSERT_TRUE(Ask(ChangeTo("pausetime=")));
  EXPECT_EQ(Coordinator().pause, 0);
  EXPECT_EQ(Job(), "RUNNING");
  EXPECT_THAT(States(), ElementsAre("WAITING", "WAITING", "WAITING"));
}

TEST_F(CoordinatorRequests, APauseThatIsToComePausesThen) {
  written_->WantData();
  Begin();
  ASSERT_TRUE(Ask(ChangeTo("pausetime=2024-06-01T01:00Z")));
  EXPECT_EQ(Job(), "RUNNING");
  time_.Set(Ms("2024-06-01T00:59Z"));
  Pass(59);
  EXPECT_EQ(Job(), "RUNNING");
  EXPECT_EQ(*job_->NextBeatMs(), Ms("2024-06-01T01:00Z"));
  Pass(1);
  EXPECT_EQ(Job(), "PAUSED");
}

// ---- update

NewDefinition Another() {
  NewDefinition now;
  now.program_path = "/new/program";
  now.program_hash = "def";
  now.compiler_version = "2";
  now.properties = {{"user.name", "joe"}, {"a", "b=c\nd"}};
  now.resolved = "<coordinator-app/>\n";
  now.app_path = "file:///new";
  now.execution = "LIFO";
  now.timeout = 7;
  now.concurrency = 8;
  now.throttle = 9;
  return now;
}

TEST(NewDefinitionText, IsReadFromTheRequestAsItWasWritten) {
  const CoordinatorRequest request = Another().ToRequest("0000001-C");
  EXPECT_EQ(request.verb, Verb::kUpdate);
  EXPECT_EQ(request.job, "0000001-C");
  const std::optional<CoordinatorRequest> sent = ReadCoordinatorRequest(request.ToText());
  ASSERT_TRUE(sent);
  const std::optional<NewDefinition> read = NewDefinition::Of(*sent);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->program_path, "/new/program");
  EXPECT_EQ(read->program_hash, "def");
  EXPECT_EQ(read->compiler_version, "2");
  EXPECT_EQ(read->properties, Another().properties);
  EXPECT_EQ(read->resolved, "<coordinator-app/>\n");
  EXPECT_EQ(read->app_path, "file:///new");
  EXPECT_EQ(read->execution, "LIFO");
  EXPECT_EQ(read->timeout, 7);
  EXPECT_EQ(read->concurrency, 8);
  EXPECT_EQ(read->throttle, 9);
}

TEST(NewDefinitionText, WithoutAProgramOrANumberIsNone) {
  const auto is_one = [](void (*change)(NewDefinition*)) {
    NewDefinition now = Another();
    change(&now);
    return NewDefinition::Of(now.ToRequest("1-C")).has_value();
  };
  EXPECT_TRUE(is_one([](NewDefinition*) {}));
  EXPECT_FALSE(is_one([](NewDefinition* now) { now->program_path.clear(); }));
  EXPECT_FALSE(is_one([](NewDefinition* now) { now->program_hash.clear(); }));
  for (const char* name : {"timeout", "concurrency", "throttle"}) {
    CoordinatorRequest request = Another().ToRequest("1-C");
    const std::size_t at = request.value.find(std::string(name) + "=");
    ASSERT_NE(at, std::string::npos);
    request.value.replace(at + std::string(name).size() + 1, 1, "x");
    EXPECT_FALSE(NewDefinition::Of(request)) << name;
  }
}

TEST_F(CoordinatorRequests, AnUpdateIsWrittenDownAndAnotherProgramGoesOn) {
  written_->WantData();
  written_->Give("time", &NominalTimeOfAction, "${coord:nominalTime()}");
  Begin();
  ASSERT_FALSE(job_->IsHandedOver());
  ASSERT_TRUE(job_->Ask(Another().ToRequest(job_->row().id)));
  EXPECT_TRUE(job_->IsHandedOver());
  ASSERT_TRUE(job_->Beat());
  const Result<JobFacts> facts = journal_->Facts();
  EXPECT_EQ(facts->program_path, "/new/program");
  EXPECT_EQ(facts->program_hash, "def");
  EXPECT_EQ(facts->compiler_version, "2");
  EXPECT_EQ(*journal_->JobProperties(0, 0), Another().properties);
  EXPECT_EQ(*journal_->JobProperties(0, -1), (Properties{{"resolved", "<coordinator-app/>\n"}}));
  EXPECT_EQ(journal_->Jobs()->front().app_path, "file:///new");
  EXPECT_EQ(Coordinator().execution, "LIFO");
  EXPECT_EQ(Coordinator().timeout, 7);
  EXPECT_EQ(Coordinator().concurrency, 8);
  EXPECT_EQ(Coordinator().throttle, 9);
  for (int number = 1; number <= 3; ++number) {
    EXPECT_THAT(Row(number).configuration,
                HasSubstr("time=2024-01-01T0" + std::to_string(number - 1)))
        << "what waits keeps the definition of before";
  }
}

TEST_F(CoordinatorRequests, AnUpdateThatIsNoneIsRefused) {
  Begin();
  CoordinatorRequest request = Another().ToRequest(job_->row().id);
  request.program.clear();
  EXPECT_EQ(Refusal(request),
            "E0606: the program that runs this job does not understand the update");
  EXPECT_FALSE(job_->IsHandedOver());
}

/// The job does nothing more after it was handed over to the new program.
TEST_F(CoordinatorRequests, AJobThatIsHandedOverDoesNothingMore) {
  Begin();
  ASSERT_TRUE(job_->Ask(Another().ToRequest(job_->row().id)));
  world_.states["wf-1"] = JobState::kSucceeded;
  job_->Seen();
  ASSERT_TRUE(job_->Beat());
  EXPECT_THAT(States(), ElementsAre("RUNNING", "READY", "READY"));
}

/// Only the old program has the definition that made a waiting action. So the update makes the
/// action's configuration, with placeholders for the data. When the data is found, it replaces the
/// placeholders.
TEST_F(CoordinatorRequests, WhatWaitedDuringAnUpdateGetsItsData) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  written_->WantData();
  written_->Give("data", &DataInOfAction, "${coord:dataIn('in')}");
  written_->Give("both", "plain");
  Begin(1);
  NewDefinition same = Another();
  same.properties = properties_;
  ASSERT_TRUE(job_->Ask(same.ToRequest(job_->row().id)));
  ASSERT_TRUE(job_->Beat());
  ASSERT_THAT(Row(1).configuration, Not(IsEmpty()));
  Reopen();
  world_.files.insert("file:///data/00/_SUCCESS");
  Pass(10);
  ASSERT_EQ(world_.starts.size(), 1U);
  EXPECT_EQ(world_.starts.back().properties["data"], "file:///data/00");
  EXPECT_EQ(world_.starts.back().properties["both"], "plain");
}

}  // namespace
}  // namespace hpdl::rt
