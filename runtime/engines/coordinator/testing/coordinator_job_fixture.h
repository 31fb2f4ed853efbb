#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_COORDINATOR_JOB_FIXTURE_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_COORDINATOR_JOB_FIXTURE_H_

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/coordinator/coordinator_job.h"
#include "runtime/engines/coordinator/testing/written_coordinator.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/testing/still_time.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/rules/coordinator/time_functions.h"
#include "runtime/store/sqlite/sqlite_journal.h"

namespace hpdl::rt {

/// Fake workflows and files. A new engine continues with the same object.
class FakeWorld final : public CoordinatorWorld {
 public:
  std::set<std::string> files;
  std::map<std::string, std::string> id_of_key;
  std::map<std::string, JobState> states;
  /// The numbers of actions in the order in which their workflows were started.
  std::vector<std::int64_t> order;
  std::vector<std::string> told;          ///< the operations on workflows, such as `kill wf-1`
  JobState becomes = JobState::kRunning;  ///< the state of a workflow after its start

  void Forget() {
    answers_.clear();
    seen_.clear();
  }
  /// Passes the pending results to the engine. Returns false if there were no results.
  bool Answer(ScheduledJob* job) {
    auto answers = std::exchange(answers_, {});
    for (const auto& answer : answers) {
      answer(job);
    }
    return !answers.empty();
  }

  std::optional<Error> broken;   ///< if set, each IsThere() fails with this error
  std::optional<Error> refusal;  ///< if set, each start fails with this error
  std::optional<Error> undone;   ///< if set, all other calls fail with this error
  std::optional<Error> no_id;    ///< if set, each NewWorkflowId() fails with this error
  bool gives_ids = false;        ///< true if NewWorkflowId() gives the id of a job before its start
  std::vector<WorkflowStart> starts;  ///< all starts, including repeated starts
  std::vector<std::string> deleted;   ///< the deleted URIs
  std::map<std::string, JobTimes> times;
  std::vector<std::vector<std::string>> looks;

  Result<std::optional<bool>> IsThere(const std::string& path, std::int64_t since_ms) override {
    if (broken) {
      return *broken;
    }
    const auto seen = seen_.find(path);
    return seen == seen_.end() || seen->second < since_ms ? std::optional<bool>()
                                                          : std::optional(files.contains(path));
  }
  void Look(const std::vector<std::string>& paths) override {
    looks.push_back(paths);
    for (const std::string& path : paths) {
      seen_[path] = NowMs();
    }
    answers_.emplace_back([](ScheduledJob* job) { job->Seen(); });
  }
  Result<std::string> NewWorkflowId() override {
    if (no_id) {
      return *no_id;
    }
    return gives_ids ? "given-" + std::to_string(++ids_) : std::string();
  }
  void Start(WorkflowStart start) override {
    starts.push_back(start);
    if (refusal) {
      answers_.emplace_back([number = start.number, error = *refusal](ScheduledJob* job) {
        job->Started(number, error);
      });
      return;
    }
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
  std::optional<JobTimes> TimesOf(const std::string& id) override {
    return times.contains(id) ? std::optional(times[id]) : std::nullopt;
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
    if (undone) {
      answers_.emplace_back(
          [number, error = *undone](ScheduledJob* job) { job->Started(number, error); });
      return;
    }
    states[id] = becomes;
    answers_.emplace_back([number, id](ScheduledJob* job) { job->Started(number, id); });
  }
  void Ask(std::int64_t, CoordinatorRequest) override {}
  void Delete(std::int64_t number, const std::vector<std::string>& uris) override {
    told.emplace_back("delete");
    deleted.insert(deleted.end(), uris.begin(), uris.end());
    const Result<void> done = undone ? Result<void>(*undone) : Result<void>();
    answers_.emplace_back([number, done](ScheduledJob* job) { job->Done(number, done); });
  }

 private:
  void Tell(const std::string& verb, std::int64_t number, const std::string& id, JobState state) {
    told.push_back(verb + " " + id);
    if (undone) {
      answers_.emplace_back(
          [number, error = *undone](ScheduledJob* job) { job->Done(number, error); });
      return;
    }
    answers_.emplace_back([this, number, id, state](ScheduledJob* job) {
      if (!IsEnd(states[id])) {
        states[id] = state;
      }
      job->Done(number, {});
    });
  }

  std::vector<std::function<void(ScheduledJob*)>> answers_;
  std::map<std::string, std::int64_t> seen_;
  int ids_ = 0;
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
    row.app_name = "c";
    const ProgramTexts texts(written.definition, properties_);
    const Result<DefinedCoordinator> defined = Define(written, texts, settings_.defaults);
    ASSERT_TRUE(defined) << defined.error().message;
    CoordinatorRow coordinator;
    coordinator.start = defined->schedule.start;
    coordinator.end = defined->schedule.end;
    coordinator.concurrency = defined->concurrency;
    coordinator.timeout = defined->timeout;
    coordinator.throttle = defined->throttle;
    ASSERT_EQ(coordinator.end - coordinator.start, hours * std::int64_t{3600});
    ASSERT_TRUE((*journal)->PutJob(row));
    ASSERT_TRUE((*journal)->PutFacts({.program_hash = "abc"}));
    ASSERT_TRUE((*journal)->PutProperties(0, 0, properties_));
    ASSERT_TRUE((*journal)->coordinator().Put(coordinator));
    ASSERT_TRUE((*journal)->Commit());
    journal_ = std::move(*journal);
    Reopen();
  }
  /// Opens the job again, as in a new process after a crash. Pending results are lost.
  void Reopen() {
    job_.reset();
    world_.Forget();
    journal_.reset();
    auto journal = SqliteJournal::Open(path_, false);
    ASSERT_TRUE(journal) << journal.error().message;
    journal_ = std::move(*journal);
    auto job = CoordinatorJob::Open(written_->Get(), settings_, *journal_, world_);
    ASSERT_TRUE(job) << job.error().message;
    job_ = std::move(*job);
  }
  /// Calls Beat() and passes the results to the job until nothing more happens.
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
  /// Returns the journal's row of an action.
  CoordinatorActionRow Row(std::int64_t number) {
    const auto rows = journal_->coordinator().Actions({.first = number, .last = number});
    EXPECT_EQ(rows->size(), 1U) << number;
    return rows->empty() ? CoordinatorActionRow() : rows->front();
  }
  CoordinatorRow Coordinator() { return **journal_->coordinator().Coordinator(); }
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
  static CoordinatorRequest Of(CoordinatorRequest::Verb verb, std::string actions = "") {
    CoordinatorRequest request;
    request.verb = verb;
    request.scope =
        actions.empty() ? CoordinatorRequest::Scope::kAll : CoordinatorRequest::Scope::kAction;
    request.actions = std::move(actions);
    return request;
  }
  static CoordinatorRequest ChangeTo(std::string value) {
    CoordinatorRequest request = Of(CoordinatorRequest::Verb::kChange);
    request.value = std::move(value);
    return request;
  }
  static CoordinatorRequest OfDates(CoordinatorRequest::Verb verb, std::string dates) {
    CoordinatorRequest request = Of(verb, std::move(dates));
    request.scope = CoordinatorRequest::Scope::kDate;
    return request;
  }
  /// Returns the code and message of the error, or "" if the request is not refused.
  std::string Refusal(const CoordinatorRequest& request) {
    const Result<std::vector<std::int64_t>> done = Ask(request);
    return done ? "" : done.error().code + ": " + done.error().message;
  }
  std::string Job() { return std::string(WordOf(job_->state())); }
  static std::int64_t Ms(const char* time) { return *ReadTime(time) * 1000; }
  /// Sets the state of the job in the journal, and opens the job again.
  void Become(CoordinatorState state) {
    JobRow row = journal_->Jobs()->front();
    row.state = JobStateOf(JobType::kCoordinator, state);
    ASSERT_TRUE(journal_->PutJob(row));
    ASSERT_TRUE(journal_->Commit());
    Reopen();
  }

  StillTime time_;
  const testing::TemporaryFolder temporary_;
  const std::string path_ = temporary_.path() + "/journal.db";
  std::unique_ptr<WrittenCoordinator> written_ = std::make_unique<WrittenCoordinator>(3);
  CoordinatorSettings settings_;
  Properties properties_{{"user.name", "joe"}};
  FakeWorld world_;
  std::unique_ptr<Journal> journal_;
  std::unique_ptr<CoordinatorJob> job_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_COORDINATOR_JOB_FIXTURE_H_
