#include "runtime/engines/coordinator/program_world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/testing/hurrying_time.h"
#include "runtime/ground/base/testing/still_time.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/lease.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

/// The results of calls. The first `fails` calls fail with `for_now`. Later calls fail with
/// `at_last` if it is set, and otherwise succeed.
struct WorkflowsPlan {
  int fails = 0;
  std::function<void()> at_fail;  ///< called by each call that fails
  Error for_now{ErrorClass::kTransient, "NET_CONNECT", "nobody is there"};
  std::optional<Error> at_last;
  std::vector<std::string> asked;
  std::vector<std::int64_t> asked_ms;
};

class PlannedWorkflows final : public Workflows {
 public:
  explicit PlannedWorkflows(WorkflowsPlan* plan) : plan_(*plan) {}

  Result<std::string> NewId() override { return std::string("new"); }
  Task<Result<std::string>> Start(WorkflowStart start) override {
    const Result<void> done = Do("start " + start.key);
    Result<std::string> id = done ? Result<std::string>("id") : Result<std::string>(done.error());
    co_return id;
  }
  Task<Result<void>> Kill(std::string id) override { return Later("kill " + id); }
  Task<Result<void>> Suspend(std::string id) override { return Later("suspend " + id); }
  Task<Result<void>> Resume(std::string id) override { return Later("resume " + id); }
  Task<Result<void>> RunAgain(std::string id) override { return Later("again " + id); }
  Task<Result<void>> Ask(CoordinatorRequest request) override {
    return Later("ask " + request.job);
  }
  void Adopt(const std::string& id) override { plan_.asked.push_back("adopt " + id); }

 private:
  Result<void> Do(std::string what) {
    plan_.asked.push_back(std::move(what));
    plan_.asked_ms.push_back(NowMs());
    if (plan_.fails > 0) {
      --plan_.fails;
      if (plan_.at_fail) {
        plan_.at_fail();
      }
      return plan_.for_now;
    }
    return plan_.at_last ? Result<void>(*plan_.at_last) : Result<void>();
  }
  Task<Result<void>> Later(std::string what) {
    Result<void> done = Do(std::move(what));
    co_return done;
  }

  WorkflowsPlan& plan_;
};

/// A job that records the results that ProgramWorld passes to it.
class HeardAnswers final : public ScheduledJob {
 public:
  std::vector<std::string> heard;

  Result<void> Beat() override { return {}; }
  void Seen() override { heard.emplace_back("seen"); }
  void Started(std::int64_t number, const Result<std::string>& id) override {
    heard.push_back("started " + std::to_string(number) + " " +
                    (id ? *id : id.error().code + " " + id.error().message));
  }
  void Done(std::int64_t number, const Result<void>& done) override {
    heard.push_back("done " + std::to_string(number) +
                    (done ? "" : " " + done.error().code + " " + done.error().message));
  }
  Result<std::vector<std::int64_t>> Ask(const CoordinatorRequest&) override { return Nothing(); }
  const JobRow& row() const override { return row_; }
  bool IsOver() const override { return false; }
  bool IsIdle() const override { return true; }
  std::optional<std::int64_t> NextBeatMs() const override { return {}; }
  std::vector<Wait> Waits() const override { return {}; }
  Result<void> Park(std::string) override { return {}; }
  void Unpark() override {}

 private:
  JobRow row_;
};

class ProgramWorldTest : public ::testing::Test {
 protected:
  void SetUp() override {
    state_ = std::move(*StateDirectory::Open(temporary_.path() + "/state", true));
    Open(true);
  }
  void Open(bool has_workflows) {
    world_ = std::make_unique<ProgramWorld>(
        loop_, *state_, has_workflows ? std::make_unique<PlannedWorkflows>(&plan_) : nullptr,
        Error{ErrorClass::kError, "E1005", "no workflow"},
        PathBase{"", temporary_.path(), nullptr, "joe"});
    world_->Answer(&job_, [this] { ++beats_; });
  }
  /// Runs the loop until the job has received `count` results.
  std::vector<std::string> Hear(std::size_t count = 1) {
    loop_.restart();
    while (job_.heard.size() < count) {
      loop_.run_one();
    }
    EXPECT_EQ(beats_, count) << "each answer has the job beat";
    beats_ = 0;
    return std::exchange(job_.heard, {});
  }
  /// Makes a workflow job with its own journal.
  std::string MakeWorkflow(JobState state) {
    const std::string id = *state_->NewJobId("joe");
    const auto journal = std::move(*state_->CreateJob(id));
    const auto lease = std::move(*state_->TakeLease(id));
    JobRow row;
    row.id = id;
    row.user = "joe";
    row.state = state;
    row.started_ms = 5;
    EXPECT_TRUE(journal->PutJob(row) && journal->PutFacts({}) && journal->Commit());
    return id;
  }
  void SetState(const std::string& id, JobState job_state) {
    const auto lease = std::move(*state_->TakeLease(id));
    const auto journal = std::move(*state_->OpenJob(id, false));
    JobRow row = journal->Jobs()->front();
    row.state = job_state;
    row.ended_ms = 9;
    EXPECT_TRUE(journal->PutJob(row) && journal->Commit());
  }
  static WorkflowStart StartOf(std::int64_t number) {
    WorkflowStart start;
    start.number = number;
    start.key = "key";
    return start;
  }
  static CoordinatorRequest RequestOf(CoordinatorRequest::Verb verb) {
    CoordinatorRequest request;
    request.verb = verb;
    request.job = "1-C";
    return request;
  }

  testing::HurryingTime time_;
  const testing::TemporaryFolder temporary_;
  boost::asio::io_context loop_;
  std::unique_ptr<StateDirectory> state_;
  WorkflowsPlan plan_;
  HeardAnswers job_;
  std::size_t beats_ = 0;
  std::unique_ptr<ProgramWorld> world_;
};

// ---- paths

TEST_F(ProgramWorldTest, APathIsKnownOnceSomebodyHasLooked) {
  const std::string here = "file://" + temporary_.path() + "/here";
  const std::string gone = "file://" + temporary_.path() + "/gone";
  std::ofstream(temporary_.path() + "/here") << "";
  const std::int64_t before = NowMs();
  EXPECT_EQ(*world_->IsThere(here, 0), std::nullopt);
  EXPECT_FALSE(world_->IsLooking());
  world_->Look({here, gone});
  EXPECT_TRUE(world_->IsLooking());
  world_->Look({here});
  EXPECT_THAT(Hear(), ElementsAre("seen")) << "once all are known";
  EXPECT_FALSE(world_->IsLooking());
  EXPECT_EQ(*world_->IsThere(here, before), true);
  EXPECT_EQ(*world_->IsThere(gone, before), false);
  EXPECT_EQ(*world_->IsThere(here, NowMs() + 60'000), std::nullopt) << "it was looked at before";
}

TEST_F(ProgramWorldTest, APathThatCannotBeLookedAtIsAnError) {
  world_->Look({"hdfs://h/x"});
  EXPECT_THAT(Hear(), ElementsAre("seen"));
  const auto there = world_->IsThere("hdfs://h/x", 0);
  ASSERT_FALSE(there);
  EXPECT_EQ(there.error().code, "E0904");
}

TEST_F(ProgramWorldTest, WhatIsDeletedIsGoneWithAllBelow) {
  std::filesystem::create_directories(temporary_.path() + "/a/b");
  std::ofstream(temporary_.path() + "/c") << "";
  std::ofstream(temporary_.path() + "/kept") << "";
  const std::string base = "file://" + temporary_.path();
  world_->Delete(3, {base + "/a", base + "/nosuch", base + "/c"});
  EXPECT_THAT(job_.heard, IsEmpty()) << "not before the call has returned";
  EXPECT_THAT(Hear(), ElementsAre("done 3"));
  EXPECT_FALSE(std::filesystem::exists(temporary_.path() + "/a"));
  EXPECT_FALSE(std::filesystem::exists(temporary_.path() + "/c"));
  EXPECT_TRUE(std::filesystem::exists(temporary_.path() + "/kept"));
}

TEST_F(ProgramWorldTest, TheFirstErrorOfADeletionIsTold) {
  std::ofstream(temporary_.path() + "/c") << "";
  world_->Delete(3, {"hdfs://h/x", "file://" + temporary_.path() + "/c", "other://h/y"});
  EXPECT_THAT(Hear(), ElementsAre(HasSubstr("done 3 E0904 ")));
  EXPECT_FALSE(std::filesystem::exists(temporary_.path() + "/c")) << "the others go on";
}

// ---- workflows

TEST_F(ProgramWorldTest, AStartIsToldByItsNumber) {
  EXPECT_EQ(*world_->NewWorkflowId(), "new");
  world_->Start(StartOf(4));
  EXPECT_THAT(job_.heard, IsEmpty());
  EXPECT_THAT(Hear(), ElementsAre("started 4 id"));
  EXPECT_THAT(plan_.asked, ElementsAre("start key"));
}

TEST_F(ProgramWorldTest, WhatFailsForNowIsTriedAgainAfterAPauseThatDoubles) {
  plan_.fails = 9;
  world_->Start(StartOf(4));
  EXPECT_THAT(Hear(), ElementsAre("started 4 id"));
  ASSERT_EQ(plan_.asked_ms.size(), 10U);
  const std::int64_t pauses[] = {500, 1000, 2000, 4000, 8000, 16'000, 30'000, 30'000, 30'000};
  for (int i = 0; i < 9; ++i) {
    EXPECT_GE(plan_.asked_ms[i + 1] - plan_.asked_ms[i], pauses[i] - 1) << i;
  }
}

TEST_F(ProgramWorldTest, WhatFailsForGoodIsTold) {
  plan_.fails = 1;
  plan_.at_last = Error{ErrorClass::kError, "E0504", "no"};
  world_->Start(StartOf(4));
  EXPECT_THAT(Hear(), ElementsAre("started 4 E0504 no"));
  EXPECT_EQ(plan_.asked.size(), 2U);
  world_->Kill(5, "w");
  EXPECT_THAT(Hear(), ElementsAre("done 5 E0504 no"));
}

TEST_F(ProgramWorldTest, EachVerbIsThatOfItsWorkflow) {
  plan_.fails = 1;
  world_->Kill(1, "w");
  EXPECT_THAT(Hear(), ElementsAre("done 1"));
  world_->Suspend(2, "w");
  EXPECT_THAT(Hear(), ElementsAre("done 2"));
  world_->Resume(3, "w");
  EXPECT_THAT(Hear(), ElementsAre("done 3"));
  world_->RunAgain(4, "w");
  EXPECT_THAT(Hear(), ElementsAre("started 4 w"));
  world_->Ask(5, RequestOf(CoordinatorRequest::Verb::kKill));
  EXPECT_THAT(Hear(), ElementsAre("done 5"));
  EXPECT_THAT(plan_.asked,
              ElementsAre("kill w", "kill w", "suspend w", "resume w", "again w", "ask 1-C"));
}

/// A rerun is not repeated, because it may have been carried out although its answer was lost.
TEST_F(ProgramWorldTest, ARerunIsAskedForOnce) {
  plan_.fails = 1;
  world_->Ask(5, RequestOf(CoordinatorRequest::Verb::kRerun));
  EXPECT_THAT(Hear(), ElementsAre("done 5 NET_CONNECT nobody is there"));
  plan_.fails = 1;
  world_->RunAgain(6, "w");
  EXPECT_THAT(Hear(), ElementsAre("started 6 NET_CONNECT nobody is there"));
  plan_.fails = 1;
  world_->Ask(7, RequestOf(CoordinatorRequest::Verb::kSuspend));
  EXPECT_THAT(Hear(), ElementsAre("done 7")) << "what is done twice is as done once";
  EXPECT_EQ(plan_.asked.size(), 4U);
}

/// The journal shows if the rerun has begun, so a rerun whose answer is lost is asked for again.
TEST_F(ProgramWorldTest, ARerunOfAWorkflowIsAskedForUntilItHasBegun) {
  const std::string id = MakeWorkflow(JobState::kKilled);
  plan_.fails = 2;
  world_->RunAgain(6, id);
  EXPECT_THAT(Hear(), ElementsAre("started 6 " + id));
  EXPECT_EQ(plan_.asked.size(), 3U);
  plan_.fails = 9;
  plan_.at_fail = [&] {
    const auto lease = std::move(*state_->TakeLease(id));
    const auto journal = std::move(*state_->OpenJob(id, false));
    JobRow row = std::move(journal->Jobs()->front());
    ++row.run;
    EXPECT_TRUE(journal->PutJob(row) && journal->Commit());
  };
  world_->RunAgain(7, id);
  EXPECT_THAT(Hear(), ElementsAre("started 7 " + id));
  EXPECT_EQ(plan_.asked.size(), 4U) << "its answer was lost";
}

TEST_F(ProgramWorldTest, WithoutWorkflowsAllIsRefused) {
  Open(false);
  EXPECT_EQ(*world_->NewWorkflowId(), "");
  world_->Start(StartOf(1));
  EXPECT_THAT(Hear(), ElementsAre("started 1 E1005 no workflow"));
  world_->RunAgain(2, "w");
  EXPECT_THAT(Hear(), ElementsAre("started 2 E1005 no workflow"));
  world_->Kill(3, "w");
  EXPECT_THAT(Hear(), ElementsAre("done 3 E1005 no workflow"));
  world_->Ask(4, RequestOf(CoordinatorRequest::Verb::kRerun));
  EXPECT_THAT(Hear(), ElementsAre("done 4 E1005 no workflow"));
  world_->Ask(5, RequestOf(CoordinatorRequest::Verb::kKill));
  EXPECT_THAT(Hear(), ElementsAre("done 5 E1005 no workflow"));
  const std::string id = MakeWorkflow(JobState::kRunning);
  EXPECT_EQ(world_->StateOf(id), JobState::kRunning);
  world_->Poll();
}

/// Results that come after the end of ProgramWorld are dropped.
TEST_F(ProgramWorldTest, NobodyIsToldOnceItIsGone) {
  world_->Start(StartOf(1));
  world_->RunAgain(2, "w");
  world_->Kill(3, "w");
  world_->Ask(4, RequestOf(CoordinatorRequest::Verb::kKill));
  world_->Delete(5, {"file://" + temporary_.path() + "/x"});
  world_->Look({"file://" + temporary_.path() + "/x"});
  plan_.fails = 1'000'000;
  while (plan_.asked.size() < 4) {  // all calls have been tried, and two calls will be tried again
    loop_.run_one();
  }
  world_.reset();
  job_.heard.clear();
  beats_ = 0;
  const std::size_t asked = plan_.asked.size();
  loop_.restart();
  loop_.run();
  EXPECT_THAT(job_.heard, IsEmpty());
  EXPECT_EQ(beats_, 0U);
  EXPECT_EQ(plan_.asked.size(), asked);
}

TEST_F(ProgramWorldTest, AWorkflowIsFollowedFromItsJournal) {
  const std::string id = MakeWorkflow(JobState::kRunning);
  EXPECT_FALSE(world_->Follows());
  EXPECT_EQ(world_->StateOf("nosuch"), std::nullopt);
  EXPECT_FALSE(world_->Follows());
  EXPECT_EQ(world_->TimesOf("nosuch"), std::nullopt);
  EXPECT_THAT(plan_.asked, IsEmpty());
  EXPECT_EQ(world_->StateOf(id), JobState::kRunning);
  EXPECT_TRUE(world_->Follows());
  EXPECT_THAT(plan_.asked, ElementsAre("adopt " + id)) << "it may have no process";
  EXPECT_EQ(world_->StateOf(id), JobState::kRunning);
  EXPECT_EQ(plan_.asked.size(), 1U);
  ASSERT_TRUE(world_->TimesOf(id));
  EXPECT_EQ(world_->TimesOf(id)->started_ms, 5);
  EXPECT_EQ(world_->TimesOf(id)->ended_ms, 0);
}

TEST_F(ProgramWorldTest, OneThatIsOverIsNotAdopted) {
  const std::string id = MakeWorkflow(JobState::kSucceeded);
  EXPECT_EQ(world_->StateOf(id), JobState::kSucceeded);
  world_->Poll();
  EXPECT_THAT(plan_.asked, IsEmpty());
}

TEST_F(ProgramWorldTest, APollSeesWhatHasChanged) {
  const std::string id = MakeWorkflow(JobState::kRunning);
  const std::string other = MakeWorkflow(JobState::kRunning);
  EXPECT_FALSE(world_->Poll()) << "nothing is followed";
  world_->StateOf(id);
  world_->StateOf(other);
  EXPECT_FALSE(world_->Poll());
  SetState(id, JobState::kSucceeded);
  EXPECT_EQ(world_->StateOf(id), JobState::kRunning) << "as last seen";
  world_->StateOf(other);
  EXPECT_TRUE(world_->Poll());
  EXPECT_EQ(world_->StateOf(id), JobState::kSucceeded);
  EXPECT_EQ(world_->TimesOf(id)->ended_ms, 9);
  EXPECT_EQ(world_->StateOf(other), JobState::kRunning);
  EXPECT_FALSE(world_->Poll());
  EXPECT_TRUE(world_->Follows());
  EXPECT_FALSE(world_->Poll());
  EXPECT_FALSE(world_->Follows()) << "nobody has asked since the last poll";
}

TEST_F(ProgramWorldTest, WhatIsFollowedIsKeptAliveNowAndThen) {
  StillTime still;
  still.Set(1'000'000);
  const std::string id = MakeWorkflow(JobState::kRunning);
  const std::string over = MakeWorkflow(JobState::kKilled);
  const auto adopted = [&] {
    world_->StateOf(id);
    world_->StateOf(over);
    plan_.asked.clear();
    world_->Poll();
    return plan_.asked;
  };
  EXPECT_THAT(adopted(), ElementsAre("adopt " + id));
  EXPECT_THAT(adopted(), IsEmpty());
  still.Set(1'001'999);
  EXPECT_THAT(adopted(), IsEmpty());
  still.Set(1'002'000);
  EXPECT_THAT(adopted(), ElementsAre("adopt " + id));
}

/// The state is read from the journal, because the catalogue may be older than the last change.
TEST_F(ProgramWorldTest, AfterAnAnswerTheJournalIsRead) {
  const std::string id = MakeWorkflow(JobState::kRunning);
  ASSERT_EQ(world_->StateOf(id), JobState::kRunning);
  SetState(id, JobState::kKilled);
  world_->Kill(1, id);
  Hear();
  EXPECT_EQ(world_->StateOf(id), JobState::kKilled);
  SetState(id, JobState::kRunning);
  world_->RunAgain(1, id);
  Hear();
  EXPECT_EQ(world_->StateOf(id), JobState::kRunning);
  SetState(id, JobState::kFailed);
  CoordinatorRequest request = RequestOf(CoordinatorRequest::Verb::kKill);
  request.job = id;
  world_->Ask(1, request);
  Hear();
  EXPECT_EQ(world_->StateOf(id), JobState::kFailed);
}

}  // namespace
}  // namespace hpdl::rt
