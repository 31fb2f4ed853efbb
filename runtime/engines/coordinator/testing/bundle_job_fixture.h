#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_BUNDLE_JOB_FIXTURE_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_BUNDLE_JOB_FIXTURE_H_

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/coordinator/bundle_job.h"
#include "runtime/engines/coordinator/testing/written_bundle.h"
#include "runtime/ground/base/testing/still_time.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/rules/coordinator/time_functions.h"
#include "runtime/store/sqlite/sqlite_journal.h"

namespace hpdl::rt {

/// Fake coordinators. A new engine continues with the same object. Requests to coordinators are
/// only recorded in `told`.
class Coordinators final : public CoordinatorWorld {
 public:
  /// The key is the id of the coordinator's job, which is NAME-C unless gives_ids is true.
  std::map<std::string, CoordinatorState> states;
  std::vector<std::string> started;  ///< the ids of the coordinators' jobs in the order of the
                                     ///< first starts
  std::vector<CoordinatorRequest> told;
  std::vector<WorkflowStart> starts;  ///< all starts, including repeated starts
  bool gives_ids = false;  ///< true if NewWorkflowId() gives the id of a job before its start
  std::set<std::string> missing;  ///< paths that do not exist
  std::set<std::string> unknown;  ///< paths for which IsThere() has a result only after a Look()
  std::vector<std::string> looked;
  std::optional<Error> refusal;  ///< if set, each start fails with this error
  std::optional<Error> undone;   ///< if set, each request fails with this error
  std::optional<Error> broken;   ///< if set, each IsThere() fails with this error
  bool answers = true;           ///< if false, no result is passed to the job

  bool Answer(ScheduledJob* job) {
    const auto given = std::exchange(answers_, {});
    for (const auto& answer : given) {
      answer(job);
    }
    return !given.empty();
  }
  void Forget() { answers_.clear(); }

  Result<std::optional<bool>> IsThere(const std::string& path, std::int64_t) override {
    if (broken) {
      return *broken;
    }
    return unknown.contains(path) ? std::optional<bool>() : std::optional(!missing.contains(path));
  }
  void Look(const std::vector<std::string>& paths) override {
    looked.insert(looked.end(), paths.begin(), paths.end());
    Add([this, paths](ScheduledJob* job) {
      for (const std::string& path : paths) {
        unknown.erase(path);
      }
      job->Seen();
    });
  }
  Result<std::string> NewWorkflowId() override {
    return gives_ids ? "id-" + std::to_string(++ids_) : std::string();
  }
  void Start(WorkflowStart start) override {
    starts.push_back(start);
    if (refusal) {
      Add([number = start.number, error = *refusal](ScheduledJob* job) {
        job->Started(number, error);
      });
      return;
    }
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
    const Result<void> done = undone ? Result<void>(*undone) : Result<void>();
    Add([number, done](ScheduledJob* job) { job->Done(number, done); });
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
    ASSERT_TRUE((*journal)->PutProperties(0, 0, properties_));
    ASSERT_TRUE((*journal)->coordinator().Put(BundleRow()));
    ASSERT_TRUE((*journal)->Commit());
    journal->reset();
    Reopen();
  }
  /// Opens the bundle again, as in a new process after a crash.
  void Reopen() {
    job_.reset();
    world_.Forget();
    journal_.reset();
    auto journal = SqliteJournal::Open(path_, false);
    ASSERT_TRUE(journal) << journal.error().message;
    journal_ = std::move(*journal);
    auto job = BundleJob::Open(written_.Get(), settings_, *journal_, world_);
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
  BundleRow Bundle() { return **journal_->coordinator().Bundle(); }
  /// Returns the journal's row of a coordinator.
  BundledRow Row(std::size_t place) { return journal_->coordinator().Bundled()->at(place); }
  /// Sets the state of the bundle in the journal, and opens the bundle again.
  void Become(CoordinatorState state) {
    JobRow row = journal_->Jobs()->front();
    row.state = JobStateOf(JobType::kBundle, state);
    ASSERT_TRUE(journal_->PutJob(row) && journal_->Commit());
    Reopen();
  }
  static std::int64_t Ms(const char* time) { return *ReadTime(time) * 1000; }
  void Pass(std::int64_t seconds) {
    time_.Pass(seconds);
    Settle();
  }
  Result<std::vector<std::int64_t>> Ask(const CoordinatorRequest& request) {
    Result<std::vector<std::int64_t>> done = job_->Ask(request);
    Settle();
    return done;
  }
  static CoordinatorRequest ChangeTo(std::string value) {
    CoordinatorRequest request = Of(CoordinatorRequest::Verb::kChange);
    request.value = std::move(value);
    return request;
  }
  std::string Refusal(const CoordinatorRequest& request) {
    const Result<std::vector<std::int64_t>> done = Ask(request);
    return done ? "" : done.error().code + ": " + done.error().message;
  }
  static CoordinatorRequest Of(CoordinatorRequest::Verb verb) {
    CoordinatorRequest request;
    request.verb = verb;
    return request;
  }

  StillTime time_;
  const testing::TemporaryFolder temporary_;
  const std::string path_ = temporary_.path() + "/journal.db";
  WrittenBundle written_;
  Properties properties_{{"user.name", "joe"}};
  CoordinatorSettings settings_;
  Coordinators world_;
  std::unique_ptr<Journal> journal_;
  std::unique_ptr<BundleJob> job_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_BUNDLE_JOB_FIXTURE_H_
