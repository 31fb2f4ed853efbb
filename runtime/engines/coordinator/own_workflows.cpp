#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/coordinator/child_programs.h"
#include "runtime/engines/coordinator/coordination.h"
#include "runtime/engines/coordinator/coordinator_submit.h"
#include "runtime/engines/coordinator/workflows.h"
#include "runtime/engines/workflow/engine.h"
#include "runtime/ground/base/admission_queue.h"
#include "runtime/ground/base/sleep.h"

namespace hpdl::rt {
namespace {

constexpr std::chrono::milliseconds kLookPause{20};
/// The maximum number of processes that run workflows of one coordinator at the same time. A higher
/// concurrency of the coordinator does not raise this maximum.
constexpr std::size_t kMostPrograms = 64;
/// The time limit of a command that only sends a request.
constexpr std::chrono::milliseconds kCommandPatience{60'000};

class OwnJobs : public Workflows {
 public:
  OwnJobs(boost::asio::io_context& loop, const hpdl_program& program, StateDirectory& state,
          JobFacts facts, std::string user)
      : program_(program),
        state_(state),
        facts_(std::move(facts)),
        user_(std::move(user)),
        places_(std::make_shared<AdmissionQueue>(loop, kMostPrograms)),
        children_(loop) {}

  Result<std::string> NewId() override { return state_.NewJobId(user_); }

  Task<Result<std::string>> Start(WorkflowStart start) override {
    RunOptions options;
    options.properties = std::move(start.properties);
    options.local = facts_.local;
    options.parallel = facts_.parallel;
    options.site_path = facts_.site_path;
    options.program_path = facts_.program_path;
    options.id = start.id;
    options.part = facts_.part;
    AdmissionQueue::Place place = co_await AdmissionQueue::Enter(places_);
    Result<std::string> id = Submit(program_, state_, options);
    if (!id) {
      co_return id;
    }
    const auto held = std::make_shared<AdmissionQueue::Place>(std::move(place));
    const Result<void> begun = GoOn(*id, [held](int) {});
    co_return begun ? id : Result<std::string>(begun.error());
  }

  Task<Result<void>> Kill(std::string id) override { return Command(std::move(id), "kill"); }
  Task<Result<void>> Suspend(std::string id) override { return Command(std::move(id), "suspend"); }
  Task<Result<void>> Resume(std::string id) override {
    const Result<void> begun = Begin(id, "resume");
    co_return begun;
  }

  Task<Result<void>> RunAgain(std::string id) override {
    const Result<JobRow> before = RowOf(id);
    HPDL_CO_TRY(before);
    if (IsEnd(before->state)) {  // if the job has not ended, an earlier call has started it again
      const Result<void> begun = Begin(id, "rerun", {"--failed"});
      if (!begun) {
        co_return begun;
      }
    }
    for (auto left = kCommandPatience; left.count() > 0; left -= kLookPause) {
      const Result<JobRow> now = RowOf(id);
      if (!now || now->run != before->run || !IsEnd(now->state)) {
        co_return now ? Result<void>() : Result<void>(now.error());
      }
      co_await Sleep(kLookPause);
    }
    co_return Error{ErrorClass::kError, "E0606", "job " + id + " has not begun its rerun in time"};
  }

  Task<Result<void>> Ask(CoordinatorRequest) override {
    co_return Error{ErrorClass::kError, "E0303", "the job is a workflow, not a coordinator"};
  }

  void Adopt(const std::string& id) override { (void)GoOn(id); }

 protected:
  std::vector<std::string> Words(const std::string& id, const char* verb) const {
    return {facts_.program_path, verb, "--state", state_.name(), id};
  }

  /// Returns the command with which a program runs a job in this state, or null if no program
  /// should run the job.
  virtual const char* VerbOf(JobState state) const {
    return state == JobState::kPrep ? "start" : state == JobState::kRunning ? "wake" : nullptr;
  }

  /// Starts a program for a job that should run, unless a program already runs the job. A program
  /// that this process has started counts as running until the program ends, because the program
  /// may not hold the lease yet. The next Adopt() repeats a failed start.
  Result<void> GoOn(const std::string& id, std::function<void(int)> ended = [](int) {}) {
    if (begun_.contains(id) || state_.IsRun(id)) {
      return {};
    }
    const Result<JobRow> row = RowOf(id);
    const char* const verb = row ? VerbOf(row->state) : nullptr;
    return verb == nullptr ? Result<void>() : Begin(id, verb, {}, std::move(ended));
  }

  /// Starts a program that runs the job. Calls `ended` with the program's exit code.
  Result<void> Begin(
      const std::string& id, const char* verb, const std::vector<std::string>& options = {},
      std::function<void(int)> ended = [](int) {}) {
    std::vector<std::string> words = Words(id, verb);
    words.insert(words.end(), {"--progress", "none"});
    words.insert(words.end(), options.begin(), options.end());
    const auto forget = [this, id, ended = std::move(ended)](int exit_code) {
      begun_.erase(begun_.find(id));
      ended(exit_code);
    };
    const Result<void> begun = children_.Start(words, forget);
    if (begun) {
      begun_.insert(id);
    }
    return begun;
  }

  /// Runs a program that sends a request, and waits for the program's end. It is not an error if
  /// the program cannot send the request because the job has ended.
  Task<Result<void>> Command(std::string id, const char* verb,
                             std::vector<std::string> options = {}) {
    const auto code = std::make_shared<std::optional<int>>();
    std::vector<std::string> words = Words(id, verb);
    words.insert(words.end(), options.begin(), options.end());
    const Result<void> begun = children_.Start(words, [code](int exit_code) { *code = exit_code; });
    if (!begun) {
      co_return begun;
    }
    for (auto left = kCommandPatience; !*code && left.count() > 0; left -= kLookPause) {
      co_await Sleep(kLookPause);
    }
    co_return *code ? Result<void>()
                    : Result<void>(Error{ErrorClass::kError, "E0606",
                                         std::string(verb) + " of job " + id + " takes too long"});
  }

  Result<JobRow> RowOf(const std::string& id) const {
    const Result<std::unique_ptr<Journal>> journal = state_.OpenJob(id, true);
    HPDL_TRY(journal);
    Result<std::vector<JobRow>> jobs = (*journal)->Jobs();
    HPDL_TRY(jobs);
    return jobs->empty() ? Error{ErrorClass::kError, "E0604", "Job does not exist [" + id + "]"}
                         : Result<JobRow>(std::move(jobs->front()));
  }

  const hpdl_program& program_;
  StateDirectory& state_;
  const JobFacts facts_;
  const std::string user_;
  /// Limits the number of workflows that run at the same time.
  const std::shared_ptr<AdmissionQueue> places_;
  /// The jobs of the running programs that Begin() has started. A job may occur twice, because a
  /// new program may begin before the earlier program has ended.
  std::multiset<std::string> begun_;
  ChildPrograms children_;
};

/// Runs the coordinators of a bundle's program.
class OwnCoordinatorJobs final : public OwnJobs {
 public:
  using OwnJobs::OwnJobs;

  Result<std::string> NewId() override { return state_.NewJobId(user_, JobType::kCoordinator); }

  Task<Result<std::string>> Start(WorkflowStart start) override {
    const std::unique_ptr<PartOfProgram> part = PartOf(program_, std::to_string(start.part));
    if (part == nullptr) {
      co_return Error{ErrorClass::kError, "E1001",
                      "Could not read the coordinator job definition, " + start.app_path};
    }
    RunOptions options;
    options.properties = std::move(start.properties);
    options.local = facts_.local;
    options.parallel = facts_.parallel;
    options.site_path = facts_.site_path;
    options.program_path = facts_.program_path;
    options.id = start.id;
    options.name = start.name;
    options.part = std::to_string(start.part);
    Result<std::string> id = SubmitCoordinator(part->program(), state_, options);
    if (!id) {
      co_return id;
    }
    const Result<void> begun = GoOn(*id);
    co_return begun ? id : Result<std::string>(begun.error());
  }

  Task<Result<void>> Ask(CoordinatorRequest request) override {
    using Verb = CoordinatorRequest::Verb;
    const std::string id = request.job;
    switch (request.verb) {
      case Verb::kKill:
        return Command(id, "kill");
      case Verb::kSuspend:
        return Command(id, "suspend");
      case Verb::kResume:
        return Command(id, "resume", {"--ask"});
      case Verb::kChange:
        return Command(id, "change", {"--value", request.value});
      case Verb::kSlaEnable:
      case Verb::kSlaDisable:
      case Verb::kSlaChange: {
        std::vector<std::string> options{
            std::string(SlaWordOf(request.verb).substr(std::string_view("sla-").size()))};
        if (request.scope != CoordinatorRequest::Scope::kAll) {
          const bool by_date = request.scope == CoordinatorRequest::Scope::kDate;
          options.push_back((by_date ? "--date=" : "--action=") + request.actions);
        }
        if (!request.value.empty()) {
          options.push_back("--value=" + request.value);
        }
        return Command(id, "sla", std::move(options));
      }
      default: {
        std::vector<std::string> options{"--date", request.actions};
        if (request.refresh) {
          options.emplace_back("--refresh");
        }
        if (request.nocleanup) {
          options.emplace_back("--nocleanup");
        }
        return RerunActions(id, std::move(options));
      }
    }
  }

 protected:
  /// A coordinator's job that is live (IsLive()) always needs a program that runs the job. After a
  /// rerun, an ended job is live again.
  const char* VerbOf(JobState state) const override { return IsLive(state) ? "start" : nullptr; }

 private:
  Task<Result<void>> RerunActions(std::string id, std::vector<std::string> options) {
    const Result<void> done = co_await Command(id, "rerun", std::move(options));
    Adopt(id);
    co_return done;
  }
};

}  // namespace

std::unique_ptr<Workflows> OwnCoordinators(boost::asio::io_context& loop,
                                           const hpdl_program& program, StateDirectory& state,
                                           JobFacts facts, std::string user) {
  return std::make_unique<OwnCoordinatorJobs>(loop, program, state, std::move(facts),
                                              std::move(user));
}

std::unique_ptr<Workflows> OwnWorkflows(boost::asio::io_context& loop, const hpdl_program& program,
                                        StateDirectory& state, JobFacts facts, std::string user) {
  return std::make_unique<OwnJobs>(loop, program, state, std::move(facts), std::move(user));
}

}  // namespace hpdl::rt
