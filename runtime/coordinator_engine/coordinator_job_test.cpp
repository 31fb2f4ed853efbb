#include "runtime/coordinator_engine/coordinator_job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/clock.h"
#include "runtime/base/testing/still_time.h"
#include "runtime/base/testing/temporary_folder.h"
#include "runtime/coordinator/time_functions.h"
#include "runtime/coordinator_engine/testing/written_coordinator.h"
#include "runtime/store/sqlite_journal.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Verb = CoordinatorRequest::Verb;
using Scope = CoordinatorRequest::Scope;

constexpr std::int64_t kHour = 3600;

/// Workflows and files. It outlives engines: what was started stays so.
class FakeWorld final : public CoordinatorWorld {
 public:
  std::set<std::string> files;
  std::map<std::string, std::string> id_of_key;
  std::map<std::string, JobState> states;
  std::vector<std::int64_t> order;        ///< numbers of actions, as their workflows were started
  std::vector<std::string> told;          ///< `kill wf-1`, ...
  JobState becomes = JobState::kRunning;  ///< what a workflow is once it was started

  void Forget() {
    answers_.clear();
    seen_.clear();
  }
  /// Gives what is answered to the engine; false if there was nothing.
  bool Answer(ScheduledJob* job) {
    auto answers = std::exchange(answers_, {});
    for (const auto& answer : answers) {
      answer(job);
    }
    return !answers.empty();
  }

  std::optional<Error> broken;  ///< of each look

  Result<std::optional<bool>> IsThere(const std::string& path, std::int64_t since_ms) override {
    if (broken) {
      return *broken;
    }
    const auto seen = seen_.find(path);
    return seen == seen_.end() || seen->second < since_ms ? std::optional<bool>()
                                                          : std::optional(files.contains(path));
  }
  void Look(const std::vector<std::string>& paths) override {
    for (const std::string& path : paths) {
      seen_[path] = NowMs();
    }
    answers_.emplace_back([](ScheduledJob* job) { job->Seen(); });
  }
  Result<std::string> NewWorkflowId() override { return std::string(); }
  void Start(WorkflowStart start) override {
    const auto [known, fresh] =
        id_of_key.emplace(start.key, "wf-" + std::to_string(id_of_key.size() + 1));
    const std::string id = known->second;
    if (fresh) {
      order.push_back(start.number);
      states[id] = becomes;
    }
    answers_.emplace_back(
        [number = start.number, id](ScheduledJob* job) { job->Started(number, id); });
  }
  std::optional<JobState> StateOf(const std::string& id) override {
    return states.contains(id) ? std::optional(states[id]) : std::nullopt;
  }
  void Kill(std::int64_t number, const std::string& id) override {
    Tell("kill", number, id, JobState::kKilled);
  }
  void Suspend(std::int64_t number, const std::string& id) override {
    Tell("suspend", number, id, JobState::kSuspended);
  }
  void Resume(std::int64_t number, const std::string& id) override {
    Tell("resume", number, id, JobState::kRunning);
  }
  void RunAgain(std::int64_t number, const std::string& id) override {
    told.push_back("again " + id);
    states[id] = becomes;
    answers_.emplace_back([number, id](ScheduledJob* job) { job->Started(number, id); });
  }
  void Ask(std::int64_t, CoordinatorRequest) override {}
  void Delete(std::int64_t number, const std::vector<std::string>&) override {
    told.emplace_back("delete");
    answers_.emplace_back([number](ScheduledJob* job) { job->Done(number, {}); });
  }

 private:
  void Tell(const std::string& verb, std::int64_t number, const std::string& id, JobState state) {
    told.push_back(verb + " " + id);
    answers_.emplace_back([this, number, id, state](ScheduledJob* job) {
      if (!IsEnd(states[id])) {
        states[id] = state;
      }
      job->Done(number, {});
    });
  }

  std::vector<std::function<void(ScheduledJob*)>> answers_;
  std::map<std::string, std::int64_t> seen_;
};

class CoordinatorJobTest : public ::testing::Test {
 protected:
  void SetUp() override { time_.Set(*ReadTime("2024-06-01T00:00Z") * 1000); }

  void Submit(int hours) {
    const hpdl_coordinator& written = written_->Get();
    auto journal = SqliteJournal::Create(path_);
    ASSERT_TRUE(journal) << journal.error().message;
    JobRow row;
    row.id = "0000001-240601000000000-hpdl-joe-C";
    row.user = "joe";
    row.state = JobStateOf(JobType::kCoordinator, CoordinatorState::kPrep);
    const Properties properties{{"user.name", "joe"}};
    const ProgramTexts texts(written.definition, properties);
    const Result<DefinedCoordinator> defined = Define(written, texts, {});
    ASSERT_TRUE(defined) << defined.error().message;
    CoordinatorRow coordinator;
    coordinator.start = defined->schedule.start;
    coordinator.end = defined->schedule.end;
    coordinator.concurrency = defined->concurrency;
    coordinator.timeout = defined->timeout;
    coordinator.throttle = defined->throttle;
    ASSERT_EQ(coordinator.end - coordinator.start, hours * kHour);
    ASSERT_TRUE((*journal)->PutJob(row));
    ASSERT_TRUE((*journal)->PutFacts({.program_hash = "abc"}));
    ASSERT_TRUE((*journal)->PutProperties(0, 0, properties));
    ASSERT_TRUE((*journal)->coordinator().Put(coordinator));
    ASSERT_TRUE((*journal)->Commit());
    journal_ = std::move(*journal);
    Reopen();
  }
  /// As another process does that comes after a crash: answers that were under way are lost.
  void Reopen() {
    job_.reset();
    world_.Forget();
    journal_.reset();
    auto journal = SqliteJournal::Open(path_, false);
    ASSERT_TRUE(journal) << journal.error().message;
    journal_ = std::move(*journal);
    auto job = CoordinatorJob::Open(written_->Get(), {}, *journal_, world_);
    ASSERT_TRUE(job) << job.error().message;
    job_ = std::move(*job);
  }
  /// Beats and answers until nothing happens any more.
  void Settle() {
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(job_->Beat());
      if (!world_.Answer(job_.get()) && job_->IsIdle()) {
        return;
      }
    }
    FAIL() << "it does not come to rest";
  }
  void Pass(std::int64_t seconds) {
    time_.Pass(seconds);
    job_->Seen();
    Settle();
  }
  void EndWorkflow(const std::string& id, JobState state) {
    world_.states[id] = state;
    Pass(1);
  }
  std::vector<std::string> States() {
    std::vector<std::string> states;
    const auto rows = journal_->coordinator().Actions({});
    for (const CoordinatorActionRow& row : *rows) {
      states.emplace_back(WordOf(row.state));
    }
    return states;
  }
  Result<std::vector<std::int64_t>> Ask(CoordinatorRequest request) {
    Result<std::vector<std::int64_t>> done = job_->Ask(request);
    Settle();
    return done;
  }
  static CoordinatorRequest Of(Verb verb, std::string actions = "") {
    CoordinatorRequest request;
    request.verb = verb;
    request.scope = actions.empty() ? Scope::kAll : Scope::kAction;
    request.actions = std::move(actions);
    return request;
  }
  std::string Job() { return std::string(WordOf(job_->state())); }

  StillTime time_;
  const testing::TemporaryFolder temporary_;
  const std::string path_ = temporary_.path() + "/journal.db";
  std::unique_ptr<WrittenCoordinator> written_ = std::make_unique<WrittenCoordinator>(3);
  FakeWorld world_;
  std::unique_ptr<Journal> journal_;
  std::unique_ptr<CoordinatorJob> job_;
};

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

/// Verbs that follow each other faster than the workflow's server answers.
class WhileAnotherIsUnderWay : public CoordinatorJobTest {
 protected:
  void SetUp() override {
    CoordinatorJobTest::SetUp();
    Submit(3);
    Settle();
  }
  /// The workflow is asked, and has not answered.
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

/// A long time that is past is not made at once: what can start does so before.
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
  for (int i = 0; i < 50; ++i) {  // nobody starts what it wants to start
    ASSERT_TRUE(job_->Beat());
  }
  EXPECT_GE(States().size(), 1000U);
  EXPECT_LE(States().size(), 1500U);
}

/// Whoever comes after a process that died between any two steps starts each time once, and leaves
/// none out.
TEST_F(CoordinatorJobTest, EachTimeIsRunOnceWhereverAProcessDies) {
  world_.becomes = JobState::kSucceeded;
  written_ = std::make_unique<WrittenCoordinator>(30);
  written_->Concurrency("2");
  Submit(30);
  for (int dies = 0; !job_->IsOver(); ++dies) {
    ASSERT_LT(dies, 500) << "it does not get on";
    ASSERT_TRUE(job_->Beat());
    if (dies % 3 != 0) {  // every third one dies before it is answered
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
