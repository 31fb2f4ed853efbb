#include "runtime/engines/coordinator/coordinator_job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "runtime/engines/coordinator/testing/coordinator_job_fixture.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Verb = CoordinatorRequest::Verb;
using Scope = CoordinatorRequest::Scope;

TEST_F(CoordinatorJobTest, OneAfterAnotherIfNoMoreMayRun) {
  Submit(3);
  Settle();
  EXPECT_THAT(States(), ElementsAre("RUNNING", "READY", "READY"));
  EndWorkflow("wf-1", JobState::kSucceeded);
  EXPECT_THAT(States(), ElementsAre("SUCCEEDED", "RUNNING", "READY"));
  EndWorkflow("wf-2", JobState::kKilled);
  EXPECT_EQ(Job(), "RUNNINGWITHERROR");
  EndWorkflow("wf-3", JobState::kSucceeded);
  EXPECT_THAT(States(), ElementsAre("SUCCEEDED", "KILLED", "SUCCEEDED"));
  EXPECT_EQ(Job(), "DONEWITHERROR");
  EXPECT_TRUE(job_->IsOver());
  EXPECT_THAT(world_.order, ElementsAre(1, 2, 3));
}

TEST_F(CoordinatorJobTest, TheLastOneFirst) {
  written_->Execution("LIFO");
  Submit(3);
  Settle();
  EndWorkflow("wf-1", JobState::kSucceeded);
  EndWorkflow("wf-2", JobState::kSucceeded);
  EXPECT_THAT(world_.order, ElementsAre(1, 3, 2));
}

TEST_F(CoordinatorJobTest, LastOnlySkipsWhatIsPast) {
  written_->Execution("LAST_ONLY");
  Submit(3);
  Settle();
  EXPECT_THAT(States(), ElementsAre("SKIPPED", "SKIPPED", "SKIPPED"));
  EXPECT_EQ(Job(), "SUCCEEDED");
}

TEST_F(CoordinatorJobTest, DataThatComesStartsItsActions) {
  written_->WantData();
  written_->Concurrency("-1");
  Submit(3);
  Settle();
  EXPECT_THAT(States(), ElementsAre("WAITING", "WAITING", "WAITING"));
  EXPECT_EQ(journal_->coordinator().Actions({})->front().missing, "file:///data/00/_SUCCESS");
  const std::vector<Wait> waits = job_->Waits();
  ASSERT_EQ(waits.size(), 3U);
  EXPECT_EQ(waits[0].kind, Wait::Kind::kPath);
  EXPECT_THAT(waits[0].what, ElementsAre("joe", "file:///data/00/_SUCCESS"));
  world_.files.insert("file:///data/00/_SUCCESS");
  Pass(2);
  EXPECT_THAT(States(), ElementsAre("RUNNING", "RUNNING", "RUNNING"));
  EXPECT_EQ(journal_->coordinator().Actions({})->front().missing, "");
}

TEST_F(CoordinatorJobTest, DataThatDoesNotComeInTimeIsWaitedForNoMore) {
  written_->WantData();
  written_->Timeout("1");
  Submit(3);
  Settle();
  Pass(119);
  EXPECT_THAT(States(), ElementsAre("WAITING", "WAITING", "WAITING"));
  Pass(1);
  EXPECT_THAT(States(), ElementsAre("TIMEDOUT", "TIMEDOUT", "TIMEDOUT"));
  EXPECT_EQ(Job(), "DONEWITHERROR");
}

TEST_F(CoordinatorJobTest, AnErrorOfLooksIsToldOnceAndGoneWithTheFirstGoodLook) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  written_->WantData();
  Submit(1);
  Settle();
  std::vector<std::string> told;
  job_->on_news = [&](const ScheduleNews& news) { told.push_back(news.error_code); };
  world_.broken = Error{ErrorClass::kError, "E0902", "nobody is there"};
  for (int i = 0; i < 5; ++i) {
    Pass(60);
  }
  EXPECT_THAT(told, ElementsAre("E0902"));
  EXPECT_EQ(journal_->coordinator().Actions({})->front().error_message, "nobody is there");
  world_.broken.reset();
  Pass(60);
  EXPECT_THAT(told, ElementsAre("E0902", ""));
  EXPECT_EQ(journal_->coordinator().Actions({})->front().error_message, "");
}

TEST_F(CoordinatorJobTest, WhatCannotBeLookedAtIsWaitedForAsLongAsWhatIsNotThere) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  written_->WantData();
  written_->Timeout("5");
  world_.broken = Error{ErrorClass::kError, "E0902", "nobody is there"};
  Submit(1);
  Settle();
  for (int i = 0; i < 4; ++i) {
    Pass(60);
  }
  EXPECT_THAT(States(), ElementsAre("WAITING"));
  Pass(60);
  Pass(60);
  EXPECT_THAT(States(), ElementsAre("TIMEDOUT"));
}

TEST_F(CoordinatorJobTest, ASuspensionHoldsItsWorkflows) {
  Submit(3);
  Settle();
  ASSERT_TRUE(Ask(Of(Verb::kSuspend)));
  EXPECT_EQ(Job(), "SUSPENDED");
  EXPECT_THAT(States(), ElementsAre("SUSPENDED", "READY", "READY"));
  ASSERT_TRUE(Ask(Of(Verb::kResume)));
  EXPECT_THAT(States(), ElementsAre("RUNNING", "READY", "READY"));
  EXPECT_THAT(world_.told, ElementsAre("suspend wf-1", "resume wf-1"));
}

/// Tests a request that comes before the workflow has answered the previous request.
class WhileAnotherIsUnderWay : public CoordinatorJobTest {
 protected:
  void SetUp() override {
    CoordinatorJobTest::SetUp();
    Submit(3);
    Settle();
  }
  /// Sends a request to the workflow, which does not answer yet.
  void Begin(Verb verb) {
    ASSERT_TRUE(job_->Ask(Of(verb)));
    ASSERT_TRUE(job_->Beat());
  }
};

TEST_F(WhileAnotherIsUnderWay, AResumeFollowsTheSuspension) {
  Begin(Verb::kSuspend);
  Begin(Verb::kResume);
  EXPECT_THAT(world_.told, ElementsAre("suspend wf-1"));
  Settle();
  EXPECT_THAT(world_.told, ElementsAre("suspend wf-1", "resume wf-1"));
  EXPECT_THAT(States(), ElementsAre("RUNNING", "READY", "READY"));
}

TEST_F(WhileAnotherIsUnderWay, ASuspensionFollowsTheResume) {
  ASSERT_TRUE(Ask(Of(Verb::kSuspend)));
  Begin(Verb::kResume);
  Begin(Verb::kSuspend);
  EXPECT_THAT(world_.told, ElementsAre("suspend wf-1", "resume wf-1"));
  Settle();
  EXPECT_THAT(world_.told, ElementsAre("suspend wf-1", "resume wf-1", "suspend wf-1"));
  EXPECT_THAT(States(), ElementsAre("SUSPENDED", "READY", "READY"));
}

TEST_F(WhileAnotherIsUnderWay, AKillFollowsTheSuspension) {
  Begin(Verb::kSuspend);
  Begin(Verb::kKill);
  Settle();
  EXPECT_THAT(world_.told, ElementsAre("suspend wf-1", "kill wf-1"));
  EXPECT_TRUE(job_->IsOver());
}

TEST_F(WhileAnotherIsUnderWay, AWorkflowThatHasEndedNeedsNoMore) {
  Begin(Verb::kSuspend);
  world_.states["wf-1"] = JobState::kSucceeded;
  Begin(Verb::kResume);
  Settle();
  EXPECT_EQ(States().front(), "SUCCEEDED");
}

TEST_F(CoordinatorJobTest, AKillEndsAllAndWaitsForItsWorkflows) {
  Submit(3);
  Settle();
  ASSERT_TRUE(Ask(Of(Verb::kKill)));
  EXPECT_EQ(Job(), "KILLED");
  EXPECT_THAT(States(), ElementsAre("KILLED", "KILLED", "KILLED"));
  EXPECT_THAT(world_.told, ElementsAre("kill wf-1"));
  EXPECT_TRUE(job_->IsOver());
  EXPECT_THAT(*Ask(Of(Verb::kKill)), IsEmpty()) << "it is swallowed";
}

TEST_F(CoordinatorJobTest, ARerunIsANewWorkflowOrTheSameOne) {
  world_.becomes = JobState::kSucceeded;
  Submit(3);
  Settle();
  EXPECT_EQ(Job(), "SUCCEEDED");
  EXPECT_THAT(*Ask(Of(Verb::kRerun, "2")), ElementsAre(2));
  EXPECT_THAT(world_.order, ElementsAre(1, 2, 3, 2));
  CoordinatorRequest failed = Of(Verb::kRerun, "1,9");
  failed.failed = true;
  EXPECT_THAT(*Ask(failed), ElementsAre(1));
  EXPECT_THAT(world_.told, ElementsAre("again wf-1"));
  EXPECT_EQ(Job(), "SUCCEEDED");
  EXPECT_EQ(Ask(Of(Verb::kRerun, "9")).error().code, "E1018");
}

TEST_F(CoordinatorJobTest, TheEndAndThePauseTakeAwayWhatHasNotBegun) {
  written_->WantData();
  Submit(3);
  Settle();
  CoordinatorRequest change = Of(Verb::kChange);
  change.value = "pausetime=2024-01-01T01:00Z;concurrency=5";
  ASSERT_TRUE(Ask(change));
  EXPECT_THAT(States(), ElementsAre("WAITING"));
  EXPECT_EQ(Job(), "PAUSED");
  change.value = "pausetime=";
  ASSERT_TRUE(Ask(change));
  EXPECT_THAT(States(), ElementsAre("WAITING", "WAITING", "WAITING"));
  change.value = "endtime=2023-12-31T00:00Z";
  ASSERT_TRUE(Ask(change));
  EXPECT_EQ(Job(), "SUCCEEDED");
  EXPECT_THAT(States(), IsEmpty());
}

/// If the coordinator begins far in the past, its actions are not all made at once. The ready
/// actions start before more actions are made.
TEST_F(CoordinatorJobTest, APastOfManyActionsIsMadeBitByBit) {
  world_.becomes = JobState::kSucceeded;
  written_ = std::make_unique<WrittenCoordinator>(3000);
  written_->Concurrency("100");
  written_->Throttle("500");
  Submit(3000);
  ASSERT_TRUE(job_->Beat());
  EXPECT_EQ(States().size(), 500U);
  EXPECT_TRUE(world_.Answer(job_.get()));
  EXPECT_EQ(world_.order.size(), 100U) << "they start before more are made";
  std::size_t most = 0;
  for (int i = 0; i < 1000 && !job_->IsOver(); ++i) {
    ASSERT_TRUE(job_->Beat());
    world_.Answer(job_.get());
    const auto counts = journal_->coordinator().Count({});
    const auto ready = counts->find(ActionState::kReady);
    most = std::max<std::size_t>(most, ready == counts->end() ? 0 : ready->second);
  }
  EXPECT_EQ(Job(), "SUCCEEDED");
  EXPECT_EQ(world_.order.size(), 3000U);
  EXPECT_GE(most, 1000U) << "more wait for a place than may be there";
  EXPECT_LT(most, 1500U);
}

TEST_F(CoordinatorJobTest, APastIsMadeBitByBitAlsoIfAllMayRun) {
  written_ = std::make_unique<WrittenCoordinator>(5000);
  written_->Concurrency("-1");
  written_->Throttle("500");
  Submit(5000);
  for (int i = 0; i < 50; ++i) {  // no start is answered
    ASSERT_TRUE(job_->Beat());
  }
  EXPECT_GE(States().size(), 1000U);
  EXPECT_LE(States().size(), 1500U);
}

/// The workflow of each nominal time is started exactly once, wherever a process dies.
TEST_F(CoordinatorJobTest, EachTimeIsRunOnceWhereverAProcessDies) {
  world_.becomes = JobState::kSucceeded;
  written_ = std::make_unique<WrittenCoordinator>(30);
  written_->Concurrency("2");
  Submit(30);
  for (int dies = 0; !job_->IsOver(); ++dies) {
    ASSERT_LT(dies, 500) << "it does not get on";
    ASSERT_TRUE(job_->Beat());
    if (dies % 3 != 0) {  // every third process dies before its calls are answered
      world_.Answer(job_.get());
      ASSERT_TRUE(job_->Beat());
    }
    time_.Pass(1);
    const bool over = job_->IsOver();
    Reopen();
    if (over) {
      break;
    }
  }
  Settle();
  EXPECT_EQ(Job(), "SUCCEEDED");
  EXPECT_EQ(States().size(), 30U);
  std::set<std::int64_t> numbers(world_.order.begin(), world_.order.end());
  EXPECT_EQ(world_.order.size(), 30U);
  EXPECT_EQ(numbers.size(), 30U);
}

TEST(CoordinatorRequestText, IsReadAsItWasWritten) {
  CoordinatorRequest request;
  request.verb = Verb::kRerun;
  request.job = "0000001-C";
  request.scope = Scope::kDate;
  request.actions = "2024-01-01T00:00Z::2024-01-02T00:00Z";
  request.value = "a\\b\nc";
  request.nocleanup = true;
  EXPECT_EQ(ReadCoordinatorRequest(request.ToText()), request);
  for (const char* text :
       {"", "suspend 1", "coordinator request\n", "coordinator request\nverb x\n",
        "coordinator request\njob 1\nnosuch 2\n"}) {
    EXPECT_FALSE(ReadCoordinatorRequest(text)) << text;
  }
}

}  // namespace
}  // namespace hpdl::rt
