#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/coordinator/testing/coordinator_job_fixture.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Verb = CoordinatorRequest::Verb;
using State = CoordinatorState;

/// Tests the actions of a coordinator that gets no requests.
class CoordinatorActions : public CoordinatorJobTest {
 protected:
  void Begin(int hours) {
    ASSERT_NO_FATAL_FAILURE(Submit(hours));
    Listen();
    Settle();
  }
  void Listen() {
    job_->on_notice = [this](const CoordinatorActionRow& row, std::string_view status) {
      notices_.push_back(std::to_string(row.number) + " " + std::string(status));
    };
    job_->on_news = [this](const ScheduleNews& news) {
      news_.push_back(news.name + " " + news.state +
                      (news.job_id.empty() ? "" : " " + news.job_id));
    };
  }
  /// Makes a coordinator with one action that needs data.
  void BeginWithData() {
    written_ = std::make_unique<WrittenCoordinator>(1);
    written_->WantData();
    Begin(1);
  }

  std::vector<std::string> notices_, news_;
};

// ---- making

TEST_F(CoordinatorActions, AreMadeAsTheDefinitionSays) {
  written_->WantData();
  written_->Make("out", "file:///out/${HOUR}");
  written_->Timeout("33");
  time_.Set(Ms("2024-06-01T00:00Z") + 90'500);
  Begin(3);
  const CoordinatorActionRow row = Row(2);
  EXPECT_EQ(row.nominal, *ReadTime("2024-01-01T01:00Z"));
  EXPECT_EQ(row.actual, *ReadTime("2024-06-01T00:01Z")) << "whole minutes";
  EXPECT_EQ(row.created_ms, Ms("2024-06-01T00:00Z") + 90'500);
  EXPECT_EQ(row.timeout, 33);
  EXPECT_EQ(row.missing, "file:///data/00/_SUCCESS");
  const auto inputs = DecodeData(row.inputs);
  ASSERT_TRUE(inputs && inputs->size() == 1U);
  EXPECT_THAT(inputs->front().uris, ElementsAre("file:///data/00"));
  const auto outputs = DecodeData(row.outputs);
  ASSERT_TRUE(outputs && outputs->size() == 1U);
  EXPECT_THAT(outputs->front().uris, ElementsAre("file:///out/00"));
  EXPECT_THAT(notices_, ElementsAre("1 WAITING", "2 WAITING", "3 WAITING"));
}

TEST_F(CoordinatorActions, HaveUrisWhoseExpressionsAreInterpreted) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  written_->Want("in", "file:///data/m=${MONTH + 0}/h=${HOUR + 1}");
  Begin(1);
  EXPECT_EQ(Row(1).missing, "file:///data/m=1/h=1/_SUCCESS");
  world_.files.insert("file:///data/m=1/h=1/_SUCCESS");
  Pass(60);
  EXPECT_THAT(States(), ElementsAre("RUNNING"));
}

TEST_F(CoordinatorActions, AreNotMadeIfAUriTemplateFails) {
  written_->Want("in", "file:///data/${MONT + 0}");
  Begin(3);
  EXPECT_EQ(Job(), "FAILED");
  EXPECT_THAT(States(), IsEmpty());
  EXPECT_EQ(job_->row().error_code, "E1004");
  EXPECT_THAT(job_->row().error_message, HasSubstr("variable [MONT] cannot be resolved"));
}

TEST_F(CoordinatorActions, WithoutEventsHaveNoData) {
  Begin(3);
  EXPECT_EQ(Row(1).inputs, "");
  EXPECT_EQ(Row(1).outputs, "");
  EXPECT_EQ(Row(1).missing, "");
}

TEST_F(CoordinatorActions, WithOutputsAloneHaveThose) {
  written_->Make("out", "file:///out/${HOUR}");
  Begin(3);
  EXPECT_NE(Row(1).outputs, "");
}

TEST_F(CoordinatorActions, TheFirstPassBeginsTheJob) {
  time_.Set(Ms("2023-12-31T23:50Z"));
  written_->WantData();
  Begin(3);
  EXPECT_EQ(Job(), "PREP");
  EXPECT_EQ(journal_->Jobs()->front().started_ms, 0);
  EXPECT_EQ(*job_->NextBeatMs(), Ms("2023-12-31T23:55Z")) << "so long before the first time";
  Pass(300);
  EXPECT_EQ(Job(), "RUNNING");
  EXPECT_EQ(journal_->Jobs()->front().started_ms, Ms("2023-12-31T23:55Z"));
  EXPECT_THAT(States(), ElementsAre("WAITING"));
  EXPECT_EQ(Coordinator().next_number, 2);
  EXPECT_EQ(Coordinator().next_time, *ReadTime("2024-01-01T01:00Z"));
  EXPECT_EQ(Coordinator().next_regular, *ReadTime("2024-01-01T01:00Z"));
  EXPECT_FALSE(Coordinator().all_made);
  EXPECT_THAT(world_.looks, IsEmpty()) << "its time has not come";
  EXPECT_EQ(*job_->NextBeatMs(), Ms("2024-01-01T00:00Z"));
  Pass(300);
  EXPECT_THAT(world_.looks, Not(IsEmpty()));
  time_.Set(Ms("2024-01-01T00:55Z"));
  Pass(0);
  EXPECT_THAT(States(), ElementsAre("WAITING", "WAITING"));
  EXPECT_EQ(journal_->Jobs()->front().started_ms, Ms("2023-12-31T23:55Z")) << "it has begun once";
  time_.Set(Ms("2024-01-01T01:55Z"));
  Pass(0);
  EXPECT_TRUE(Coordinator().all_made);
}

TEST_F(CoordinatorActions, NoMoreWaitThanTheThrottleAllows) {
  written_->WantData();
  written_->Throttle("2");
  Begin(3);
  EXPECT_THAT(States(), ElementsAre("WAITING", "WAITING"));
  EXPECT_GT(*job_->NextBeatMs(), time_.WallMs()) << "there is nothing to do at once";
  world_.files.insert("file:///data/00/_SUCCESS");
  Pass(60);
  EXPECT_EQ(States().size(), 3U);
}

TEST_F(CoordinatorActions, APassThatFailsEndsTheJobAndMakesNothing) {
  written_->Agree(0, &FailsAlways, "${x}");
  Begin(3);
  EXPECT_EQ(Job(), "FAILED");
  EXPECT_THAT(States(), IsEmpty());
  EXPECT_EQ(job_->row().error_code, "E1004");
  EXPECT_EQ(journal_->Jobs()->front().error_code, "E1004");
  EXPECT_THAT(journal_->Jobs()->front().error_message, HasSubstr("it has no value"));
  EXPECT_TRUE(job_->IsOver());
}

TEST_F(CoordinatorActions, AJobThatBeginsLaterIsNumberedFromThere) {
  written_->WantData();
  Submit(3);
  CoordinatorRow row = Coordinator();
  row.next_number = 2;
  row.next_time = row.next_regular = *ReadTime("2024-01-01T01:00Z");
  ASSERT_TRUE(journal_->coordinator().Put(row) && journal_->Commit());
  Reopen();
  Settle();
  EXPECT_THAT(States(), ElementsAre("WAITING", "WAITING"));
  EXPECT_EQ(Row(2).nominal, *ReadTime("2024-01-01T01:00Z"));
  EXPECT_EQ(Row(3).nominal, *ReadTime("2024-01-01T02:00Z"));
}

// ---- checks of data

TEST_F(CoordinatorActions, AreLookedAtLessAndLessOften) {
  BeginWithData();
  std::vector<std::int64_t> pauses;
  for (int i = 0; i < 9; ++i) {
    const std::int64_t next = *job_->NextBeatMs();
    pauses.push_back((next - time_.WallMs()) / 1000);
    Pass((next - time_.WallMs()) / 1000);
  }
  EXPECT_THAT(pauses, ElementsAre(1, 2, 4, 8, 16, 32, 60, 60, 60));
}

TEST_F(CoordinatorActions, AreNotLookedAtBeforeThatIsDue) {
  BeginWithData();
  Pass(1);
  const std::size_t looks = world_.looks.size();
  Pass(1);
  EXPECT_EQ(world_.looks.size(), looks);
  Pass(1);
  EXPECT_EQ(world_.looks.size(), looks + 1);
}

TEST_F(CoordinatorActions, AreLookedAtWhenTheirTimeEnds) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  written_->WantData();
  written_->Timeout("2");
  settings_.first_look_ms = settings_.most_look_ms = 100'000;
  Begin(1);
  EXPECT_EQ(*job_->NextBeatMs(), Ms("2024-06-01T00:01Z") + 40'000);
  Pass(100);
  EXPECT_EQ(*job_->NextBeatMs(), Ms("2024-06-01T00:03Z")) << "a minute more than it says";
  Pass(79);
  EXPECT_THAT(States(), ElementsAre("WAITING"));
  notices_.clear();
  Pass(1);
  EXPECT_THAT(States(), ElementsAre("TIMEDOUT"));
  EXPECT_THAT(notices_, ElementsAre("1 TIMEDOUT"));
}

/// The timeout counts from the nominal time if the action is made before that time.
TEST_F(CoordinatorActions, TimeOutAfterTheirNominalTime) {
  time_.Set(Ms("2023-12-31T23:56Z"));
  written_ = std::make_unique<WrittenCoordinator>(1);
  written_->WantData();
  written_->Timeout("1");
  Begin(1);
  ASSERT_THAT(States(), ElementsAre("WAITING"));
  time_.Set(Ms("2024-01-01T00:01Z"));
  Pass(0);
  EXPECT_EQ(*job_->NextBeatMs(), Ms("2024-01-01T00:01Z") + 1000);
  time_.Set(Ms("2024-01-01T00:01Z") + 59'000);
  Pass(0);
  EXPECT_THAT(States(), ElementsAre("WAITING"));
  Pass(1);
  EXPECT_THAT(States(), ElementsAre("TIMEDOUT"));
}

TEST_F(CoordinatorActions, GetTheirDataAndWhatElseIsGiven) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  written_->WantData();
  written_->Make("out", "file:///out/${HOUR}");
  written_->Give("in", &DataInOfAction, "${coord:dataIn('in')}");
  written_->Give("out", &DataOutOfAction, "${coord:dataOut('out')}");
  written_->Give("time", &NominalTimeOfAction, "${coord:nominalTime()}");
  written_->Give("id", &IdOfAction, "${coord:actionId()}");
  written_->Give("of.job", "the action's");
  properties_["of.job"] = "the job's";
  properties_["kept"] = "too";
  properties_["hpdl.sla.change"] = "sla-should-end=1";
  properties_["hpdl.coord.first.action"] = "1";
  world_.files.insert("file:///data/00/_SUCCESS");
  Begin(1);
  ASSERT_EQ(world_.starts.size(), 1U);
  const WorkflowStart& start = world_.starts.front();
  const std::string id = "0000001-240601000000000-hpdl-joe-C@1";
  EXPECT_EQ(start.properties, (Properties{{"in", "file:///data/00"},
                                          {"out", "file:///out/00"},
                                          {"time", "2024-01-01T00:00Z"},
                                          {"id", id},
                                          {"of.job", "the action's"},
                                          {"kept", "too"},
                                          {"user.name", "joe"},
                                          {"oozie.wf.application.path", "file:///wf"},
                                          {"oozie.coord.action.nominal_time", "1704067200000"}}));
  EXPECT_EQ(start.number, 1);
  EXPECT_EQ(start.parent, id);
  EXPECT_EQ(start.key, id + "/0");
  EXPECT_EQ(start.app_path, "file:///wf");
  EXPECT_EQ(start.name, "");
  EXPECT_THAT(notices_, ElementsAre("1 WAITING", "1 RUNNING"));
}

TEST_F(CoordinatorActions, NameThemselvesAsTheParentInNotifications) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  properties_["oozie.wf.workflow.notification.url"] = "http://h/$jobId/$parentId?s=$status";
  properties_["oozie.wf.action.notification.url"] = "http://h/$parentId";
  Begin(1);
  ASSERT_EQ(world_.starts.size(), 1U);
  const Properties& given = world_.starts.front().properties;
  EXPECT_EQ(given.at("oozie.wf.workflow.notification.url"),
            "http://h/$jobId/0000001-240601000000000-hpdl-joe-C%401?s=$status");
  EXPECT_EQ(given.at("oozie.wf.action.notification.url"), "http://h/$parentId");
}

TEST_F(CoordinatorActions, KeepANominalTimeThatIsGiven) {
  written_->Give("oozie.coord.action.nominal_time", "mine");
  Begin(3);
  EXPECT_EQ(world_.starts.front().properties["oozie.coord.action.nominal_time"], "mine");
}

TEST_F(CoordinatorActions, FailIfTheirWorkflowWouldRunAsSomebodyElse) {
  for (const char* name : {"user.name", "mapreduce.job.user.name"}) {
    WrittenCoordinator* written = (written_ = std::make_unique<WrittenCoordinator>(1)).get();
    written->Give(name, "eve");
    std::filesystem::remove(path_);
    Begin(1);
    EXPECT_THAT(States(), ElementsAre("FAILED")) << name;
    EXPECT_EQ(Row(1).error_code, "E1003");
    EXPECT_EQ(Row(1).error_message,
              "Invalid coordinator application attributes, the workflow cannot run as [eve]");
    EXPECT_THAT(world_.starts, IsEmpty());
    job_.reset();
    journal_.reset();
  }
}

TEST_F(CoordinatorActions, MayNameTheirOwnUser) {
  written_->Give("mapreduce.job.user.name", "joe");
  written_->Give("user.name", "joe");
  Begin(3);
  EXPECT_EQ(States().front(), "RUNNING");
}

TEST_F(CoordinatorActions, FailIfAPropertyHasNoValue) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  written_->Give("x", &FailsAlways, "${x}");
  Begin(1);
  EXPECT_THAT(States(), ElementsAre("FAILED"));
  EXPECT_EQ(Row(1).error_code, "E1004");
  EXPECT_EQ(Job(), "FAILED");
}

TEST_F(CoordinatorActions, AreLookedAtWhileTheJobIsPaused) {
  BeginWithData();
  ASSERT_TRUE(Ask(ChangeTo("pausetime=2024-05-31T23:00Z")));
  ASSERT_EQ(Job(), "PAUSED");
  world_.files.insert("file:///data/00/_SUCCESS");
  Pass(10);
  EXPECT_THAT(States(), ElementsAre("RUNNING")) << "it is of a time before the pause";
}

TEST_F(CoordinatorActions, OfASuspendedJobAreNotLookedAt) {
  settings_.resume_looks_at_once = true;
  BeginWithData();
  ASSERT_TRUE(Ask(Of(Verb::kSuspend)));
  world_.files.insert("file:///data/00/_SUCCESS");
  const std::size_t looks = world_.looks.size();
  Pass(5);
  EXPECT_EQ(world_.looks.size(), looks);
  EXPECT_THAT(States(), ElementsAre("WAITING"));
  EXPECT_EQ(Row(1).wish, ActionWish::kRecover) << "it was to be looked at";
  EXPECT_EQ(*job_->NextBeatMs(), time_.WallMs() + 600'000);
}

/// A new process checks the data at the time that the earlier process has set.
TEST_F(CoordinatorActions, AreFoundAgainByAnotherProcess) {
  BeginWithData();
  ASSERT_TRUE(Ask(Of(Verb::kSuspend)));
  ASSERT_TRUE(Ask(Of(Verb::kResume)));
  ASSERT_EQ(Row(1).wish, ActionWish::kRecover);
  Reopen();
  world_.files.insert("file:///data/00/_SUCCESS");
  Pass(1);
  EXPECT_EQ(*job_->NextBeatMs(), Row(1).modified_ms + 600'000);
  time_.Set(Row(1).modified_ms + 599'000);
  Pass(0);
  EXPECT_THAT(States(), ElementsAre("WAITING"));
  Pass(1);
  EXPECT_THAT(States(), ElementsAre("RUNNING"));
}

TEST_F(CoordinatorActions, OfLastOnlyAreSkippedWhenTheNextTimeHasCome) {
  time_.Set(Ms("2024-01-01T00:00Z"));
  written_->WantData();
  written_->Execution("LAST_ONLY");
  Begin(3);
  EXPECT_THAT(States(), ElementsAre("WAITING"));
  time_.Set(Ms("2024-01-01T00:59Z"));
  Pass(0);
  EXPECT_EQ(States().front(), "WAITING");
  notices_.clear();
  time_.Set(Ms("2024-01-01T01:01Z"));
  Pass(0);
  EXPECT_EQ(States().front(), "SKIPPED");
  EXPECT_THAT(notices_, ::testing::Contains("1 SKIPPED"));
}

TEST_F(CoordinatorActions, OfLastOnlyThatAreReadyAreSkippedToo) {
  time_.Set(Ms("2024-01-01T00:00Z"));
  written_->Execution("LAST_ONLY");
  Begin(3);
  ASSERT_THAT(States(), ElementsAre("RUNNING"));
  time_.Set(Ms("2024-01-01T01:00Z"));
  Pass(0);
  time_.Set(Ms("2024-01-01T01:30Z"));
  Pass(0);
  ASSERT_THAT(States(), ElementsAre("RUNNING", "READY"));
  time_.Set(Ms("2024-01-01T02:01Z"));
  notices_.clear();
  EndWorkflow("wf-1", JobState::kSucceeded);
  EXPECT_THAT(States(), ElementsAre("SUCCEEDED", "SKIPPED", "RUNNING"));
  EXPECT_THAT(notices_, ::testing::Contains("2 SKIPPED"));
}

TEST_F(CoordinatorActions, TheLastOneOfLastOnlyRunsAtTheEndIfTheSiteSaysSo) {
  written_->Execution("LAST_ONLY");
  settings_.last_only_runs_at_end = true;
  Begin(3);
  EXPECT_THAT(States(), ElementsAre("SKIPPED", "SKIPPED", "RUNNING"));
}

TEST_F(CoordinatorActions, OfNoneAreSkippedWhenTheyAreLate) {
  time_.Set(Ms("2024-01-01T00:02Z"));
  written_->Execution("NONE");
  settings_.none_tolerance = 2;
  Begin(3);
  EXPECT_THAT(States(), ElementsAre("RUNNING"));
}

TEST_F(CoordinatorActions, OfNoneHaveTheToleranceOfTheSite) {
  time_.Set(Ms("2024-01-01T00:03Z"));
  written_->Execution("NONE");
  settings_.none_tolerance = 2;
  Begin(3);
  EXPECT_EQ(States().front(), "SKIPPED");
}

TEST_F(CoordinatorActions, OneOfTwoInputsIsEnoughForALogicThatSaysSo) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  written_->Want("a", "file:///a/${HOUR}");
  written_->Want("b", "file:///b/${HOUR}");
  written_->WantOneOf("in", "a", "b");
  written_->Give("in", &DataInOfAction, "${coord:dataIn('in')}");
  Begin(1);
  EXPECT_EQ(Row(1).missing, "file:///a/00/_SUCCESS#file:///b/00/_SUCCESS#");
  world_.files.insert("file:///b/00/_SUCCESS");
  Pass(5);
  ASSERT_EQ(world_.starts.size(), 1U);
  EXPECT_EQ(world_.starts.front().properties["in"], "file:///b/00");
}

TEST_F(CoordinatorActions, ALogicThatWaitsIsAskedAgainWhenItsTimeIsOver) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  written_->Want("a", "file:///a/${HOUR}");
  written_->Want("b", "file:///b/${HOUR}");
  written_->WantOneOf("in", "a", "b", "5");
  settings_.first_look_ms = settings_.most_look_ms = 3'600'000;
  world_.files.insert("file:///b/00/_SUCCESS");
  Begin(1);
  EXPECT_THAT(States(), ElementsAre("WAITING"));
  EXPECT_EQ(*job_->NextBeatMs(), Ms("2024-06-01T00:05Z"));
  const std::vector<Wait> waits = job_->Waits();
  ASSERT_EQ(waits.size(), 1U);
  EXPECT_EQ(waits[0].kind, Wait::Kind::kPath);
  EXPECT_EQ(waits[0].until_ms, Ms("2024-06-01T00:05Z"));
  Pass(300);
  EXPECT_THAT(States(), ElementsAre("RUNNING"));
}

TEST_F(CoordinatorActions, AnErrorOfALookIsToldAnewIfItChanges) {
  BeginWithData();
  const auto error_after = [this](const char* code, const char* message) {
    world_.broken = Error{ErrorClass::kError, code, message};
    Pass(60);
    return Row(1).error_code + " " + Row(1).error_message;
  };
  EXPECT_EQ(error_after("E0902", "a"), "E0902 a");
  EXPECT_EQ(error_after("E0902", "b"), "E0902 b");
  EXPECT_EQ(error_after("E0903", "b"), "E0903 b");
}

/// With LAST_ONLY, all past actions are made at once, even if there are more than the throttle
/// allows.
TEST_F(CoordinatorActions, OfLastOnlyAreNotHeldBackByTheThrottle) {
  written_ = std::make_unique<WrittenCoordinator>(24);
  written_->Execution("LAST_ONLY");
  written_->Throttle("2");
  Submit(24);
  ASSERT_TRUE(job_->Beat());
  EXPECT_EQ(States().size(), 24U);
}

// ---- starts

TEST_F(CoordinatorActions, AreStartedByTheIdsThatTheyAreToHave) {
  world_.gives_ids = true;
  Begin(3);
  EXPECT_EQ(world_.starts.front().id, "given-1");
}

TEST_F(CoordinatorActions, WithoutAnIdAreStartedLater) {
  world_.no_id = Error{ErrorClass::kTransient, "", "not now"};
  Submit(3);
  ASSERT_TRUE(job_->Beat());
  EXPECT_THAT(world_.starts, IsEmpty());
  EXPECT_THAT(States(), ElementsAre("READY", "READY", "READY"));
}

TEST_F(CoordinatorActions, ThatCannotBeStartedFailAndMakeRoomForOthers) {
  written_ = std::make_unique<WrittenCoordinator>(2);
  world_.gives_ids = true;
  world_.refusal = Error{ErrorClass::kError, "E1005", std::string(300, 'x')};
  Begin(2);
  EXPECT_THAT(States(), ElementsAre("FAILED", "FAILED"));
  EXPECT_EQ(Row(1).error_code, "E1005");
  EXPECT_EQ(Row(1).error_message, std::string(255, 'x'));
  EXPECT_EQ(Row(1).external_id, "");
  EXPECT_EQ(world_.starts.size(), 2U);
  EXPECT_EQ(Job(), "FAILED");
}

TEST_F(CoordinatorActions, FollowTheirWorkflows) {
  const std::pair<JobState, const char*> states[] = {
      {JobState::kSuspended, "SUSPENDED"}, {JobState::kRunning, "RUNNING"},
      {JobState::kSuspended, "SUSPENDED"}, {JobState::kPrep, "RUNNING"},
      {JobState::kSuspended, "SUSPENDED"}, {JobState::kFailed, "FAILED"}};
  written_ = std::make_unique<WrittenCoordinator>(1);
  Begin(1);
  for (const auto& [state, word] : states) {
    EndWorkflow("wf-1", state);
    EXPECT_THAT(States(), ElementsAre(word));
  }
  EXPECT_THAT(news_, ElementsAre("1 SUBMITTED", " RUNNING", "1 RUNNING wf-1", "1 SUSPENDED wf-1",
                                 " SUSPENDED", "1 RUNNING wf-1", "1 SUSPENDED wf-1",
                                 "1 RUNNING wf-1", "1 SUSPENDED wf-1", "1 FAILED wf-1", " FAILED"));
}

TEST_F(CoordinatorActions, TheNextOneStartsWhenAWorkflowIsOver) {
  for (const JobState end : {JobState::kSucceeded, JobState::kFailed, JobState::kKilled}) {
    std::filesystem::remove(path_);
    world_.id_of_key.clear();
    written_ = std::make_unique<WrittenCoordinator>(3);
    Begin(3);
    EndWorkflow("wf-1", end);
    EXPECT_EQ(States()[1], "RUNNING");
    job_.reset();
    journal_.reset();
  }
}

TEST_F(CoordinatorActions, ASuspendedWorkflowKeepsNoPlace) {
  Begin(3);
  EndWorkflow("wf-1", JobState::kSuspended);
  EXPECT_THAT(States(), ElementsAre("SUSPENDED", "READY", "READY"));
  ASSERT_TRUE(Ask(ChangeTo("concurrency=1")));
  EXPECT_THAT(States(), ElementsAre("SUSPENDED", "RUNNING", "READY"));
}

TEST_F(CoordinatorActions, OfAWorkflowThatNobodyKnowsStayAsTheyAre) {
  Begin(3);
  world_.states.clear();
  Pass(60);
  EXPECT_THAT(States(), ElementsAre("RUNNING", "READY", "READY"));
  EXPECT_EQ(job_->Waits().front().what[1], std::to_string(static_cast<int>(JobState::kRunning)));
}

TEST_F(CoordinatorActions, EachWorkflowIsFollowedWhateverTheOthersDo) {
  written_->Concurrency("-1");
  Begin(3);
  world_.states.erase("wf-1");
  EndWorkflow("wf-2", JobState::kSucceeded);
  EXPECT_THAT(States(), ElementsAre("RUNNING", "SUCCEEDED", "RUNNING"));
  world_.states["wf-1"] = JobState::kRunning;
  EndWorkflow("wf-3", JobState::kFailed);
  EXPECT_THAT(States(), ElementsAre("RUNNING", "SUCCEEDED", "FAILED"));
}

TEST_F(CoordinatorActions, AWorkflowIsFollowedWhileAnotherIsBeingKilled) {
  written_->Concurrency("-1");
  Begin(3);
  ASSERT_TRUE(job_->Ask(Of(Verb::kKill, "1")));
  ASSERT_TRUE(job_->Beat());
  world_.Answer(job_.get());
  world_.states["wf-1"] = JobState::kRunning;  // the workflow is not over yet
  EndWorkflow("wf-2", JobState::kSucceeded);
  EXPECT_THAT(States(), ElementsAre("KILLED", "SUCCEEDED", "RUNNING"));
}

TEST_F(CoordinatorActions, AnAnswerToWhatNobodyHasAskedIsPassedOver) {
  Begin(3);
  news_.clear();
  job_->Started(1, std::string("other"));
  job_->Started(17, std::string("other"));
  job_->Done(1, Error{ErrorClass::kError, "E1", "x"});
  job_->Done(17, {});
  EXPECT_TRUE(job_->IsIdle());
  Settle();
  EXPECT_EQ(Row(1).external_id, "wf-1");
  EXPECT_EQ(Row(1).error_code, "");
  EXPECT_THAT(news_, IsEmpty());
}

TEST_F(CoordinatorActions, AnAnswerHasTheNextBeatComeAtOnce) {
  Submit(3);
  ASSERT_TRUE(job_->Beat());
  EXPECT_FALSE(job_->IsIdle());
  time_.Pass(5);
  world_.Answer(job_.get());
  EXPECT_FALSE(job_->IsIdle());
  EXPECT_EQ(*job_->NextBeatMs(), time_.WallMs());
  ASSERT_TRUE(job_->Beat());
  EXPECT_TRUE(job_->IsIdle());
  EXPECT_EQ(Row(1).modified_ms, time_.WallMs());
}

// ---- the job and its waits

TEST_F(CoordinatorActions, TheJobEndsWithThem) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  Begin(1);
  EXPECT_EQ(journal_->Jobs()->front().ended_ms, 0);
  EXPECT_FALSE(job_->IsOver());
  EndWorkflow("wf-1", JobState::kSucceeded);
  EXPECT_EQ(journal_->Jobs()->front().ended_ms, time_.WallMs());
  EXPECT_EQ(journal_->Jobs()->front().modified_ms, time_.WallMs());
  EXPECT_TRUE(job_->IsOver());
  EXPECT_EQ(job_->NextBeatMs(), std::nullopt);
  EXPECT_THAT(job_->Waits(), IsEmpty());
}

TEST_F(CoordinatorActions, AKilledJobIsOverOnceItsWorkflowsAre) {
  Begin(3);
  ASSERT_TRUE(job_->Ask(Of(Verb::kKill)));
  ASSERT_TRUE(job_->Beat());
  EXPECT_FALSE(job_->IsOver());
  EXPECT_TRUE(Coordinator().pending);
  EXPECT_EQ(journal_->Jobs()->front().ended_ms, 0);
  Reopen();
  ASSERT_TRUE(job_->Beat());
  EXPECT_THAT(world_.told, ElementsAre("kill wf-1", "kill wf-1")) << "it is asked for again";
  Settle();
  EXPECT_TRUE(job_->IsOver());
  EXPECT_FALSE(Coordinator().pending);
  EXPECT_NE(journal_->Jobs()->front().ended_ms, 0);
}

TEST_F(CoordinatorActions, AKilledWorkflowIsWaitedForUntilItIsOver) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  Begin(1);
  ASSERT_TRUE(job_->Ask(Of(Verb::kKill)));
  ASSERT_TRUE(job_->Beat());
  world_.Answer(job_.get());
  world_.states["wf-1"] = JobState::kRunning;  // the workflow is not over yet
  ASSERT_TRUE(job_->Beat());
  EXPECT_EQ(Row(1).wish, ActionWish::kKill);
  EXPECT_FALSE(job_->IsOver());
  const std::vector<Wait> waits = job_->Waits();
  ASSERT_EQ(waits.size(), 1U);
  EXPECT_EQ(waits[0].kind, Wait::Kind::kJob);
  EXPECT_EQ(waits[0].what[0], "wf-1");
  EXPECT_THAT(world_.told, ElementsAre("kill wf-1")) << "once is enough";
  world_.states["wf-1"] = JobState::kKilled;
  Pass(1);
  EXPECT_TRUE(job_->IsOver());
}

TEST_F(CoordinatorActions, WaitsAreForTimesPathsAndJobs) {
  time_.Set(Ms("2024-01-01T00:55Z"));
  written_->WantData();
  written_->Concurrency("-1");
  written_->Timeout("10");
  Begin(3);
  const std::vector<Wait> waits = job_->Waits();
  ASSERT_EQ(waits.size(), 2U);
  EXPECT_EQ(waits[0].kind, Wait::Kind::kPath);
  EXPECT_EQ(waits[0].since_ms, Ms("2024-01-01T00:55Z"));
  EXPECT_EQ(waits[0].until_ms, Ms("2024-01-01T01:06Z"));
  EXPECT_EQ(waits[1].kind, Wait::Kind::kTime);
  EXPECT_EQ(waits[1].since_ms, Ms("2024-01-01T00:55Z"));
  EXPECT_EQ(waits[1].until_ms, Ms("2024-01-01T01:00Z")) << "the second action's time";
  world_.files.insert("file:///data/00/_SUCCESS");
  Pass(2);
  const std::vector<Wait> later = job_->Waits();
  ASSERT_EQ(later.size(), 2U);
  EXPECT_EQ(later[0].kind, Wait::Kind::kJob);
  EXPECT_THAT(later[0].what,
              ElementsAre("wf-1", std::to_string(static_cast<int>(JobState::kRunning))));
  EXPECT_EQ(later[0].since_ms, Row(1).modified_ms);
  EXPECT_EQ(later[0].until_ms, 0);
}

/// After a suspension, the data is not checked until recover_ms have passed, even if the data
/// exists.
TEST_F(CoordinatorActions, WaitsForATimeAndNotForAPathAfterASuspension) {
  BeginWithData();
  ASSERT_EQ(job_->Waits().front().kind, Wait::Kind::kPath);
  ASSERT_TRUE(Ask(Of(Verb::kSuspend)));
  ASSERT_TRUE(Ask(Of(Verb::kResume)));
  const std::vector<Wait> waits = job_->Waits();
  ASSERT_EQ(waits.size(), 1U);
  EXPECT_EQ(waits[0].kind, Wait::Kind::kTime);
  EXPECT_EQ(waits[0].until_ms, Ms("2024-06-01T00:10Z"));
}

TEST_F(CoordinatorActions, WaitsForATimeIfNothingCouldBeLookedAt) {
  world_.broken = Error{ErrorClass::kError, "E0902", "nobody is there"};
  BeginWithData();
  const std::vector<Wait> waits = job_->Waits();
  ASSERT_EQ(waits.size(), 1U);
  EXPECT_EQ(waits[0].kind, Wait::Kind::kTime);
  EXPECT_EQ(waits[0].until_ms, *job_->NextBeatMs());
}

TEST_F(CoordinatorActions, AJobThatMakesNoMoreHasNoNextPass) {
  time_.Set(Ms("2024-01-01T00:00Z"));
  written_->WantData();
  written_->Timeout("1000");
  settings_.first_look_ms = settings_.most_look_ms = 8'640'000'000;
  Begin(3);
  EXPECT_EQ(*job_->NextBeatMs(), Ms("2024-01-01T00:55Z")) << "the next pass";
  ASSERT_TRUE(Ask(ChangeTo("pausetime=2024-01-01T01:00Z")));
  EXPECT_EQ(*job_->NextBeatMs(), Ms("2024-01-01T01:00Z")) << "the pause: no pass before it";
  ASSERT_TRUE(Ask(ChangeTo("pausetime=2024-01-01T01:01Z")));
  EXPECT_EQ(*job_->NextBeatMs(), Ms("2024-01-01T00:55Z")) << "a pass for the action before it";
  time_.Set(Ms("2024-01-01T01:01Z"));
  Pass(0);
  EXPECT_EQ(Job(), "PAUSED");
  EXPECT_EQ(*job_->NextBeatMs(), Ms("2024-01-01T16:41Z")) << "the end of the time of an action";
}

TEST_F(CoordinatorActions, ANoteOfParkingIsKeptUntilTheNextBeat) {
  Begin(3);
  ASSERT_TRUE(job_->Park("note"));
  EXPECT_EQ(journal_->Jobs()->front().parked, "note");
  Reopen();
  job_->Unpark();
  ASSERT_TRUE(job_->Beat());
  EXPECT_EQ(journal_->Jobs()->front().parked, std::nullopt);
}

TEST_F(CoordinatorActions, AJournalWithoutACoordinatorIsDamaged) {
  Submit(3);
  JobRow row = journal_->Jobs()->front();
  row.state = JobState::kRunning;
  ASSERT_TRUE(journal_->PutJob(row) && journal_->Commit());
  const auto job = CoordinatorJob::Open(written_->Get(), {}, *journal_, world_);
  ASSERT_FALSE(job);
  EXPECT_EQ(job.error().code, "E0713");
  EXPECT_EQ(job.error().error_class, ErrorClass::kCorruptStore);
  const std::string other = temporary_.path() + "/other.db";
  const auto empty = SqliteJournal::Create(other);
  ASSERT_TRUE(empty);
  EXPECT_EQ(CoordinatorJob::Open(written_->Get(), {}, **empty, world_).error().code, "E0713");
  row.state = JobStateOf(JobType::kCoordinator, State::kPrep);
  ASSERT_TRUE((*empty)->PutJob(row) && (*empty)->Commit());
  EXPECT_EQ(CoordinatorJob::Open(written_->Get(), {}, **empty, world_).error().code, "E0713");
}

}  // namespace
}  // namespace hpdl::rt
