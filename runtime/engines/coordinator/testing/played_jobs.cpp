#include "runtime/engines/coordinator/testing/played_jobs.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <utility>

#include "runtime/engines/coordinator/bundle_job.h"
#include "runtime/engines/coordinator/coordinator_job.h"
#include "runtime/engines/coordinator/coordinator_submit.h"
#include "runtime/ground/base/clock.h"
#include "runtime/store/lease.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {
namespace {

std::string LocalPath(const std::string& uri) {
  constexpr std::string_view kScheme = "file://";
  return uri.starts_with(kScheme) ? uri.substr(kScheme.size()) : uri;
}

bool IsThereNow(const std::string& uri) {
  std::error_code error;
  return std::filesystem::exists(LocalPath(uri), error);
}

}  // namespace

using Answer = std::function<void(ScheduledJob*)>;

/// The CoordinatorWorld of one job. Act() carries out the calls; AnswerAll() passes the results to
/// the job.
class PlayedJobs::World final : public CoordinatorWorld {
 public:
  explicit World(PlayedJobs& jobs) : jobs_(jobs) {}

  /// Carries out the pending calls.
  void Act() {
    for (const auto& act : std::exchange(acts_, {})) {
      answers_.push_back(act());
    }
  }
  /// Passes the results to the job. Returns false if there were no results.
  bool AnswerAll(ScheduledJob* job) {
    const auto answers = std::exchange(answers_, {});
    for (const Answer& answer : answers) {
      answer(job);
    }
    return !answers.empty();
  }

  Result<std::optional<bool>> IsThere(const std::string& path, std::int64_t since_ms) override {
    const auto seen = seen_.find(path);
    return seen == seen_.end() || seen->second.first < since_ms
               ? std::optional<bool>()
               : std::optional<bool>(seen->second.second);
  }
  void Look(const std::vector<std::string>& paths) override {
    acts_.emplace_back([this, paths] {
      for (const std::string& path : paths) {
        seen_[path] = {NowMs(), IsThereNow(path)};
      }
      return [](ScheduledJob* job) { job->Seen(); };
    });
  }
  Result<std::string> NewWorkflowId() override { return std::string(); }
  void Start(WorkflowStart start) override {
    acts_.emplace_back([this, start = std::move(start)] {
      const auto known = jobs_.ids_.find(start.key);
      Result<std::string> id = known != jobs_.ids_.end() ? known->second : jobs_.StartJob(start);
      if (id) {
        jobs_.ids_[start.key] = *id;
      }
      return [number = start.number, id](ScheduledJob* job) { job->Started(number, id); };
    });
  }
  std::optional<JobState> StateOf(const std::string& id) override {
    const auto workflow = jobs_.workflows_.find(id);
    if (workflow != jobs_.workflows_.end()) {
      return workflow->second.state;
    }
    const JobRow* row = jobs_.RowOf(id);
    return row == nullptr ? std::nullopt : std::optional(row->state);
  }
  void Kill(std::int64_t number, const std::string& id) override {
    Tell(number, id, JobState::kKilled);
  }
  void Suspend(std::int64_t number, const std::string& id) override {
    Tell(number, id, JobState::kSuspended);
  }
  void Resume(std::int64_t number, const std::string& id) override {
    Tell(number, id, JobState::kRunning);
  }
  void RunAgain(std::int64_t number, const std::string& id) override {
    acts_.emplace_back([this, number, id] {
      PlayedWorkflow& workflow = jobs_.workflows_[id];
      // If the workflow has not ended, an earlier call has started it again.
      if (IsEnd(workflow.state)) {
        workflow.state = JobState::kRunning;
        ++workflow.run;
      }
      return [number, id](ScheduledJob* job) { job->Started(number, id); };
    });
  }
  void Ask(std::int64_t number, CoordinatorRequest request) override {
    acts_.emplace_back([this, number, request = std::move(request)] {
      const auto asked = jobs_.Ask(request);
      const Result<void> done = asked ? Result<void>() : Result<void>(asked.error());
      return [number, done](ScheduledJob* job) { job->Done(number, done); };
    });
  }
  void Delete(std::int64_t number, const std::vector<std::string>& uris) override {
    acts_.emplace_back([number, uris] {
      for (const std::string& uri : uris) {
        std::error_code error;
        std::filesystem::remove_all(LocalPath(uri), error);
      }
      return [number](ScheduledJob* job) { job->Done(number, {}); };
    });
  }

 private:
  void Tell(std::int64_t number, const std::string& id, JobState state) {
    acts_.emplace_back([this, number, id, state] {
      PlayedWorkflow& workflow = jobs_.workflows_[id];
      if (!IsEnd(workflow.state)) {
        workflow.state = state;
      }
      return [number](ScheduledJob* job) { job->Done(number, {}); };
    });
  }

  PlayedJobs& jobs_;
  /// The time and the result of the last check of each path.
  std::map<std::string, std::pair<std::int64_t, bool>> seen_;
  std::vector<std::function<Answer()>> acts_;
  std::vector<Answer> answers_;
};

struct PlayedJobs::Job {
  std::string id;
  const hpdl_program* program = nullptr;
  std::unique_ptr<Lease> lease;
  std::unique_ptr<Journal> journal;
  std::unique_ptr<World> world;
  std::unique_ptr<ScheduledJob> job;
};

PlayedJobs::PlayedJobs(std::unique_ptr<StateDirectory> state, std::string site_path)
    : state_(std::move(state)), site_path_(std::move(site_path)) {}

PlayedJobs::~PlayedJobs() = default;

Result<std::unique_ptr<PlayedJobs>> PlayedJobs::Open(const std::string& path,
                                                     std::string site_path) {
  Result<std::unique_ptr<StateDirectory>> state = StateDirectory::Open(path, true);
  HPDL_TRY(state);
  return std::unique_ptr<PlayedJobs>(new PlayedJobs(std::move(*state), std::move(site_path)));
}

Result<std::string> PlayedJobs::SubmitJob(const std::string& uri, Properties properties,
                                          std::string name) {
  const auto program = programs_.find(uri);
  if (program == programs_.end()) {
    return Error{ErrorClass::kError, "E0504", "App directory [" + uri + "] does not exist"};
  }
  RunOptions options;
  options.properties = std::move(properties);
  options.name = std::move(name);
  options.site_path = site_path_;
  Result<std::string> id = SubmitCoordinator(*program->second, *state_, options);
  HPDL_TRY(id);
  auto job = std::make_unique<Job>();
  job->id = *id;
  job->program = program->second;
  HPDL_TRY(OpenJob(job.get()));
  jobs_[*id] = std::move(job);
  return id;
}

Result<void> PlayedJobs::OpenJob(Job* job) {
  job->job.reset();
  job->world.reset();
  job->journal.reset();
  job->lease.reset();
  Result<std::unique_ptr<Lease>> lease = state_->TakeLease(job->id);
  HPDL_TRY(lease);
  job->lease = std::move(*lease);
  Result<std::unique_ptr<Journal>> journal = state_->OpenJob(job->id, false);
  HPDL_TRY(journal);
  job->journal = std::move(*journal);
  job->world = std::make_unique<World>(*this);
  const Result<Site> site = Site::Load(site_path_);
  HPDL_TRY(site);
  const CoordinatorSettings settings = CoordinatorSettings::Of(*site);
  if (job->program->bundle != nullptr) {
    auto bundle = BundleJob::Open(*job->program->bundle, settings, *job->journal, *job->world);
    HPDL_TRY(bundle);
    job->job = std::move(*bundle);
    return {};
  }
  auto coordinator =
      CoordinatorJob::Open(*job->program->coordinator, settings, *job->journal, *job->world);
  HPDL_TRY(coordinator);
  job->job = std::move(*coordinator);
  return {};
}

Result<std::string> PlayedJobs::StartJob(const WorkflowStart& start) {
  if (!start.name.empty()) {
    return SubmitJob(start.app_path, start.properties, start.name);
  }
  if (!IsThereNow(start.app_path)) {
    return Error{ErrorClass::kError, "E1005", "Error: " + start.app_path + " does not exist"};
  }
  // The number in the first id. All ids have the same length, so they sort by number.
  constexpr std::size_t kFirst = 1'000'000;
  const std::string id = std::to_string(kFirst + workflows_.size()) + "-W";
  PlayedWorkflow& workflow = workflows_[id];
  workflow.app_path = start.app_path;
  workflow.properties = start.properties;
  return id;
}

Result<void> PlayedJobs::SetState(const std::string& workflow, JobState state) {
  const auto found = workflows_.find(workflow);
  if (found == workflows_.end()) {
    return Error{ErrorClass::kError, "E0604", "Job does not exist [" + workflow + "]"};
  }
  found->second.state = state;
  TellOfStates();
  return {};
}

void PlayedJobs::TellOfStates() {
  for (const auto& [id, job] : jobs_) {
    job->job->Seen();
  }
}

Result<std::vector<std::int64_t>> PlayedJobs::Ask(const CoordinatorRequest& request) {
  const auto job = jobs_.find(request.job);
  if (job == jobs_.end()) {
    return Error{ErrorClass::kError, "E0604", "Job does not exist [" + request.job + "]"};
  }
  return job->second->job->Ask(request);
}

Result<void> PlayedJobs::Settle(bool crashing) {
  constexpr int kMostBeats = 10'000;
  for (int beats = 0; beats < kMostBeats; ++beats) {
    std::vector<Job*> jobs;  // a copy of the list, because a job may start other jobs
    for (const auto& [id, job] : jobs_) {
      jobs.push_back(job.get());
    }
    bool rests = true;
    for (Job* job : jobs) {
      const JobState before = job->job->row().state;
      HPDL_TRY(job->job->Beat());
      HPDL_TRY(crashing ? Crash(job) : Result<void>());
      job->world->Act();
      HPDL_TRY(crashing ? Crash(job) : Result<void>());
      const bool answered = job->world->AnswerAll(job->job.get());
      if (job->job->row().state != before) {
        TellOfStates();
      }
      rests = rests && !answered;
    }
    rests = rests && std::all_of(jobs.begin(), jobs.end(),
                                 [](const Job* job) { return job->job->IsIdle(); });
    if (rests && jobs.size() == jobs_.size()) {
      return {};
    }
  }
  return Error{ErrorClass::kError, "", "the jobs do not come to rest"};
}

/// Replaces the process of a job after some steps. Each new process repeats an unfinished check of
/// data from its first step. So each process runs for one step more than the earlier process, or no
/// process could finish the check.
Result<void> PlayedJobs::Crash(Job* job) {
  if (--steps_left_ > 0) {
    return {};
  }
  steps_left_ = ++life_;
  return OpenJob(job);
}

std::optional<std::int64_t> PlayedJobs::NextBeatMs() const {
  std::optional<std::int64_t> next;
  for (const auto& [id, job] : jobs_) {
    const std::optional<std::int64_t> of_job = job->job->NextBeatMs();
    if (of_job && (!next || *of_job < *next)) {
      next = of_job;
    }
  }
  return next;
}

Journal* PlayedJobs::JournalOf(const std::string& id) {
  const auto job = jobs_.find(id);
  return job == jobs_.end() ? nullptr : job->second->journal.get();
}

const JobRow* PlayedJobs::RowOf(const std::string& id) const {
  const auto job = jobs_.find(id);
  return job == jobs_.end() ? nullptr : &job->second->job->row();
}

}  // namespace hpdl::rt
