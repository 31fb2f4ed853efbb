#include "runtime/coordinator_engine/bundle_job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/testing/still_time.h"
#include "runtime/base/testing/temporary_folder.h"
#include "runtime/coordinator/time_functions.h"
#include "runtime/coordinator_engine/testing/written_texts.h"
#include "runtime/store/sqlite_journal.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Verb = CoordinatorRequest::Verb;

/// A bundle of constant texts whose coordinators are `a` and `b`.
class WrittenBundle {
 public:
  WrittenBundle() {
    written_.definition.name = texts_.Add("bundle");
    written_.kick_off_time = HPDL_NONE;
    for (const char* name : {"a", "b"}) {
      hpdl_bundled& each = bundled_.emplace_back();
      each.name = texts_.Add(name);
      each.app_path = texts_.Add(std::string("file:///") + name);
      each.critical = each.enabled = HPDL_NONE;
      each.coordinator = HPDL_NONE;
    }
    written_.bundled = bundled_.data();
    written_.bundled_count = static_cast<std::uint32_t>(bundled_.size());
    texts_.SetIn(&written_.definition);
  }
  const hpdl_bundle& Get() const { return written_; }

 private:
  WrittenTexts texts_;
  std::vector<hpdl_bundled> bundled_;
  hpdl_bundle written_{};
};

/// Coordinators, which outlive engines. What is asked of them is in `told`, and done by nobody.
class Coordinators final : public CoordinatorWorld {
 public:
  std::map<std::string, CoordinatorState> states;  ///< by ids: the names with `-C` behind
  std::vector<std::string> started;                ///< ids, as they were made
  std::vector<CoordinatorRequest> told;
  bool gives_ids = false;  ///< before they are started
  bool answers = true;     ///< false: nothing is answered any more

  bool Answer(ScheduledJob* job) {
    const auto given = std::exchange(answers_, {});
    for (const auto& answer : given) {
      answer(job);
    }
    return !given.empty();
  }
  void Forget() { answers_.clear(); }

  Result<std::optional<bool>> IsThere(const std::string&, std::int64_t) override {
    return std::optional(true);
  }
  void Look(const std::vector<std::string>&) override {}
  Result<std::string> NewWorkflowId() override {
    return gives_ids ? "id-" + std::to_string(++ids_) : std::string();
  }
  void Start(WorkflowStart start) override {
    const std::string id = gives_ids ? start.id : start.name + "-C";
    if (states.try_emplace(id, CoordinatorState::kRunning).second) {
      started.push_back(id);
    }
    Add([number = start.number, id](ScheduledJob* job) { job->Started(number, id); });
  }
  std::optional<JobState> StateOf(const std::string& id) override {
    const auto found = states.find(id);
    return found == states.end() ? std::nullopt
                                 : std::optional(JobStateOf(JobType::kCoordinator, found->second));
  }
  void Ask(std::int64_t number, CoordinatorRequest request) override {
    told.push_back(std::move(request));
    Add([number](ScheduledJob* job) { job->Done(number, {}); });
  }
  void Kill(std::int64_t, const std::string&) override {}
  void Suspend(std::int64_t, const std::string&) override {}
  void Resume(std::int64_t, const std::string&) override {}
  void RunAgain(std::int64_t, const std::string&) override {}
  void Delete(std::int64_t, const std::vector<std::string>&) override {}

 private:
  void Add(std::function<void(ScheduledJob*)> answer) {
    if (answers) {
      answers_.push_back(std::move(answer));
    }
  }

  int ids_ = 0;
  std::vector<std::function<void(ScheduledJob*)>> answers_;
};

class BundleJobTest : public ::testing::Test {
 protected:
  void SetUp() override {
    time_.Set(*ReadTime("2024-06-01T00:00Z") * 1000);
    auto journal = SqliteJournal::Create(path_);
    ASSERT_TRUE(journal) << journal.error().message;
    JobRow row;
    row.id = "0000001-240601000000000-hpdl-joe-B";
    row.user = "joe";
    row.state = JobStateOf(JobType::kBundle, CoordinatorState::kPrep);
    ASSERT_TRUE((*journal)->PutJob(row));
    ASSERT_TRUE((*journal)->PutFacts({.program_hash = "abc"}));
    ASSERT_TRUE((*journal)->PutProperties(0, 0, {{"user.name", "joe"}}));
    ASSERT_TRUE((*journal)->coordinator().Put(BundleRow()));
    ASSERT_TRUE((*journal)->Commit());
    journal->reset();
    Reopen();
  }
  /// As another process does that comes after a crash.
  void Reopen() {
    job_.reset();
    world_.Forget();
    journal_.reset();
    auto journal = SqliteJournal::Open(path_, false);
    ASSERT_TRUE(journal) << journal.error().message;
    journal_ = std::move(*journal);
    auto job = BundleJob::Open(written_.Get(), *journal_, world_);
    ASSERT_TRUE(job) << job.error().message;
    job_ = std::move(*job);
  }
  void Settle() {
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(job_->Beat());
      if (!world_.Answer(job_.get()) && job_->IsIdle()) {
        return;
      }
    }
    FAIL() << "it does not come to rest";
  }
  void End(const std::string& id, CoordinatorState state) {
    world_.states[id] = state;
    job_->Seen();
    Settle();
  }
  std::string Job() { return std::string(WordOf(*CoordinatorStateOf(job_->row().state))); }
  std::vector<std::string> Told() {
    std::vector<std::string> words;
    for (const CoordinatorRequest& each : world_.told) {
      words.push_back(each.ToText());
    }
    return words;
  }
  static CoordinatorRequest Of(Verb verb) {
    CoordinatorRequest request;
    request.verb = verb;
    return request;
  }

  StillTime time_;
  const testing::TemporaryFolder temporary_;
  const std::string path_ = temporary_.path() + "/journal.db";
  const WrittenBundle written_;
  Coordinators world_;
  std::unique_ptr<Journal> journal_;
  std::unique_ptr<BundleJob> job_;
};

TEST_F(BundleJobTest, StartsItsCoordinatorsAndEndsWithThem) {
  Settle();
  EXPECT_EQ(Job(), "RUNNING");
  EXPECT_THAT(world_.started, ElementsAre("a-C", "b-C"));
  End("a-C", CoordinatorState::kSucceeded);
  EXPECT_EQ(Job(), "RUNNING");
  End("b-C", CoordinatorState::kSucceeded);
  EXPECT_EQ(Job(), "SUCCEEDED");
  EXPECT_TRUE(job_->IsOver());
}

TEST_F(BundleJobTest, EachIsStartedOnceWhereverAProcessDies) {
  for (int dies = 0; dies < 5; ++dies) {
    ASSERT_TRUE(job_->Beat());
    if (dies % 2 == 0) {
      world_.Answer(job_.get());
    }
    Reopen();
  }
  Settle();
  EXPECT_THAT(world_.started, ElementsAre("a-C", "b-C"));
  EXPECT_EQ(Job(), "RUNNING");
}

/// A start that was done and not noted is not told again, and does not keep the bundle from its
/// end.
TEST_F(BundleJobTest, AStartThatNobodyHasNotedIsFound) {
  world_.gives_ids = true;
  world_.answers = false;
  ASSERT_TRUE(job_->Beat());
  ASSERT_EQ(world_.started.size(), 2U);
  world_.answers = true;
  Reopen();
  Settle();
  EXPECT_EQ(world_.started.size(), 2U);
  EXPECT_THAT(world_.told, IsEmpty());
  for (const std::string& id : world_.started) {
    End(id, CoordinatorState::kSucceeded);
  }
  EXPECT_EQ(Job(), "SUCCEEDED");
  EXPECT_TRUE(job_->IsOver());
}

TEST_F(BundleJobTest, OneThatIsOverStaysSoIfACoordinatorIsIgnored) {
  Settle();
  End("a-C", CoordinatorState::kKilled);
  End("b-C", CoordinatorState::kSucceeded);
  EXPECT_EQ(Job(), "DONEWITHERROR");
  End("a-C", CoordinatorState::kIgnored);
  EXPECT_EQ(Job(), "DONEWITHERROR");
}

/// What was asked is told as it was, also by a process that comes after a crash.
TEST_F(BundleJobTest, ARerunIsNotForgottenByACrash) {
  Settle();
  End("a-C", CoordinatorState::kSucceeded);
  End("b-C", CoordinatorState::kSucceeded);
  CoordinatorRequest rerun = Of(Verb::kRerun);
  rerun.coordinators = "a";
  rerun.scope = CoordinatorRequest::Scope::kDate;
  rerun.actions = "2024-01-01T00:00Z";
  rerun.refresh = true;
  world_.answers = false;
  ASSERT_TRUE(job_->Ask(rerun));
  ASSERT_TRUE(job_->Beat());
  ASSERT_EQ(world_.told.size(), 1U);
  world_.answers = true;
  Reopen();
  Settle();
  ASSERT_EQ(world_.told.size(), 2U);
  EXPECT_EQ(world_.told[1], world_.told[0]);
  EXPECT_EQ(world_.told[1].verb, Verb::kRerun);
  EXPECT_EQ(world_.told[1].actions, "2024-01-01T00:00Z");
  EXPECT_TRUE(world_.told[1].refresh);
  Reopen();
  Settle();
  EXPECT_EQ(world_.told.size(), 2U) << "what is answered is not told again";
}

TEST_F(BundleJobTest, SeveralRequestsAreToldInTheirOrderAfterACrash) {
  Settle();
  world_.answers = false;
  CoordinatorRequest change = Of(Verb::kChange);
  change.value = "pausetime=2030-01-01T00:00Z";
  ASSERT_TRUE(job_->Ask(change));
  ASSERT_TRUE(job_->Ask(Of(Verb::kSuspend)));
  ASSERT_TRUE(job_->Beat());
  world_.answers = true;
  world_.told.clear();
  Reopen();
  Settle();
  ASSERT_EQ(world_.told.size(), 4U) << ::testing::PrintToString(Told());
  EXPECT_EQ(world_.told[0].verb, Verb::kChange);
  EXPECT_EQ(world_.told[0].value, "pausetime=2030-01-01T00:00Z");
  EXPECT_EQ(world_.told[2].verb, Verb::kSuspend);
}

}  // namespace
}  // namespace hpdl::rt
