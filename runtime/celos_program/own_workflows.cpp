#include "runtime/celos_program/own_workflows.h"

#include <fcntl.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>

#include "runtime/base/spawn_plan.h"
#include "runtime/base/text_parts.h"
#include "runtime/celos/java_exception.h"
#include "runtime/coordinator_engine/coordination.h"
#include "runtime/engine/leftovers.h"

namespace hpdl::rt::celos {
namespace {

/// Processes that run at a time; other jobs wait for their turn.
constexpr std::ptrdiff_t kMostPrograms = 64;
/// A process that has ended before its job is not started again sooner.
constexpr std::chrono::seconds kPause{5};

/// As the scheduler tells errors of a service.
Error OfService(const Error& error) {
  Error told = JavaException(
      kExternalService, (error.code.empty() ? std::string() : error.code + " : ") + error.message);
  told.error_class = error.error_class;
  return told;
}

}  // namespace

std::unique_ptr<PartOfProgram> WorkflowOf(const hpdl_program& program, std::string_view part) {
  const std::optional<std::int64_t> number = ParseNumber(part);
  return number && *number < program.workflow_count
             ? std::make_unique<PartOfProgram>(program, static_cast<std::uint32_t>(*number))
             : nullptr;
}

std::string KeyWith(const std::string& job_id, const std::string& key) {
  return job_id + "/" + key;
}

std::string JobIdOf(const Submission& submission) {
  const std::size_t end = submission.key.find('/');
  return end == std::string::npos ? std::string() : submission.key.substr(0, end);
}

Result<std::string> OwnWorkflows::Submit(const Submission& submission, std::uint32_t workflow,
                                         const Properties& properties) {
  RunOptions options = options_;
  options.id = JobIdOf(submission);
  if (options.id.empty()) {
    return JavaException(kExternalService, "no id can be made for a job");
  }
  options.properties = rt::Properties(properties.begin(), properties.end());
  options.part = std::to_string(workflow);
  const PartOfProgram part(program_, workflow);
  const Result<std::string> id = rt::Submit(part.program(), state_, options);
  if (!id) {
    return OfService(id.error());
  }
  return id;
}

Result<JobRow> OwnWorkflows::RowOf(const std::string& id) const {
  const Result<std::unique_ptr<Journal>> journal = state_.OpenJob(id, true);
  if (!journal) {
    return OfService(journal.error());
  }
  Result<std::vector<JobRow>> jobs = (*journal)->Jobs();
  if (!jobs || jobs->empty()) {
    return jobs ? JavaException(kExternalService, "E0604 : Job does not exist [" + id + "]")
                : OfService(jobs.error());
  }
  return std::move(jobs->front());
}

Result<void> OwnWorkflows::Begin(const std::string& id, const char* verb) {
  const auto now = std::chrono::steady_clock::now();
  const auto known = children_.find(id);
  if (known != children_.end() &&
      (known->second.process != -1 || now - known->second.begun < kPause)) {
    return {};
  }
  const std::ptrdiff_t running =
      std::count_if(children_.begin(), children_.end(),
                    [](const auto& each) { return each.second.process != -1; });
  if (running >= kMostPrograms) {
    return {};  // Look() starts it
  }
  SpawnPlan plan;  // nothing of ours is open in it but its standard descriptors
  for (int fd = 0; fd < 3; ++fd) {
    plan.GiveNothing(fd, fd == 0 ? O_RDONLY : O_WRONLY);
  }
  plan.CloseFrom(3);
  Child child{-1, now};
  const std::vector<std::string> words = {options_.program_path, verb,   "--state", state_.name(),
                                          "--progress",          "none", id};
  if (const int error = plan.Start(words, &child.process); error != 0) {
    Error told = JavaException(
        kExternalService, "cannot start " + options_.program_path + ": " + std::strerror(error));
    told.error_class = ErrorClass::kTransient;
    return told;
  }
  children_[id] = child;
  return {};
}

Result<void> OwnWorkflows::Start(const std::string& id) {
  const Result<JobRow> row = RowOf(id);
  HPDL_TRY(row);
  const bool waits = row->state == JobState::kPrep && !state_.IsRun(id);
  return waits ? Begin(id, "start") : Result<void>();
}

Result<JobProgress> OwnWorkflows::Look(const std::string& id) {
  const Result<JobRow> row = RowOf(id);
  HPDL_TRY(row);
  if (IsEnd(row->state)) {
    children_.erase(id);
    return row->state == JobState::kSucceeded ? JobProgress::kSucceeded : JobProgress::kFailed;
  }
  if (!state_.IsRun(id) && row->state != JobState::kSuspended) {
    HPDL_TRY(Begin(id, row->state == JobState::kPrep ? "start" : "wake"));
  }
  return JobProgress::kRunning;
}

Result<void> OwnWorkflows::Kill(const std::string& id) {
  const Result<JobRow> row = RowOf(id);
  HPDL_TRY(row);
  if (IsEnd(row->state)) {
    return {};
  }
  const Result<std::unique_ptr<Journal>> journal = state_.OpenJob(id, true);
  const Result<JobFacts> facts = journal ? (*journal)->Facts() : Result<JobFacts>(journal.error());
  const std::unique_ptr<PartOfProgram> part =
      facts ? WorkflowOf(program_, facts->part) : std::unique_ptr<PartOfProgram>();
  const Result<void> killed =
      part != nullptr ? KillJob(part->program(), state_, id) : RequestKill(state_, id);
  const Result<JobRow> after = RowOf(id);
  if (killed || (after && IsEnd(after->state))) {
    return {};
  }
  return OfService(killed.error());
}

Result<FoundJob> OwnWorkflows::Find(const Submission& submission) {
  const std::string id = JobIdOf(submission);
  const bool made = Has(id) && RowOf(id);  // else it is made when it is submitted again
  return FoundJob{made ? std::optional(id) : std::nullopt, true};
}

bool OwnWorkflows::Reap() {
  bool some = false;
  for (auto& [id, child] : children_) {
    int status = 0;
    if (child.process != -1 && ::waitpid(child.process, &status, WNOHANG) == child.process) {
      child.process = -1;
      some = true;
    }
  }
  return some;
}

}  // namespace hpdl::rt::celos
