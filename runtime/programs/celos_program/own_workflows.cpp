#include "runtime/programs/celos_program/own_workflows.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <thread>

#include "runtime/engines/coordinator/coordination.h"
#include "runtime/engines/workflow/leftovers.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/spawn_plan.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

/// The maximum number of processes that run at the same time. Further jobs wait until a process has
/// ended.
constexpr std::ptrdiff_t kMostPrograms = 64;
/// The minimum time between two starts of a process for the same job.
constexpr std::chrono::seconds kPause{5};

/// The time limit of `PROGRAM kill JOB`. This command runs if another program, PROGRAM, has made
/// the job.
constexpr std::chrono::seconds kKillTime{60};
constexpr std::chrono::milliseconds kLook{10};

/// Turns an error of a job into the error that the scheduler reports when a service fails.
Error OfService(const Error& error) {
  Error told = JavaException(
      kExternalService, (error.code.empty() ? std::string() : error.code + " : ") + error.message);
  told.error_class = error.error_class;
  return told;
}

/// Starts a program. It inherits no descriptors of this process; its standard descriptors are
/// /dev/null.
Result<pid_t> StartProgram(const std::vector<std::string>& words) {
  SpawnPlan plan;
  for (int fd = 0; fd < 3; ++fd) {
    plan.GiveNothing(fd, fd == 0 ? O_RDONLY : O_WRONLY);
  }
  plan.CloseFrom(3);
  pid_t process = -1;
  if (const int error = plan.Start(words, &process); error != 0) {
    Error told = JavaException(kExternalService,
                               "cannot start " + words.front() + ": " + std::strerror(error));
    told.error_class = ErrorClass::kTransient;
    return told;
  }
  return process;
}

/// Waits for a process. If the process runs longer than `most`, kills it and returns false.
bool AwaitProgram(pid_t process, std::chrono::milliseconds most) {
  const auto begin = std::chrono::steady_clock::now();
  int status = 0;
  while (::waitpid(process, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() - begin > most) {
      ::kill(process, SIGKILL);
      ::waitpid(process, &status, 0);
      return false;
    }
    std::this_thread::sleep_for(kLook);
  }
  return true;
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
    return JavaException(kExternalService, "cannot make an id for a job");
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

Result<JobFacts> OwnWorkflows::FactsOf(const std::string& id) const {
  const Result<std::unique_ptr<Journal>> journal = state_.OpenJob(id, true);
  Result<JobFacts> facts = journal ? (*journal)->Facts() : Result<JobFacts>(journal.error());
  return facts ? facts : OfService(facts.error());
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
    return {};  // a later Look() starts the process
  }
  const Result<JobFacts> facts = FactsOf(id);
  HPDL_TRY(facts);
  // Only the program that made the job can run it. This may be a program from an earlier version of
  // the scripts.
  const Result<pid_t> process =
      StartProgram({facts->program_path, verb, "--state", state_.name(), "--progress", "none", id});
  HPDL_TRY(process);
  children_[id] = {*process, now};
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
  const Result<JobFacts> facts = FactsOf(id);
  HPDL_TRY(facts);
  const Result<void> killed = KillBy(*facts, id);
  const Result<JobRow> after = RowOf(id);
  if (killed || (after && IsEnd(after->state))) {
    return {};
  }
  return OfService(killed.error());
}

/// Kills the job. If another program has made the job, starts that program with the command `kill`,
/// because only that program contains the job's actions.
Result<void> OwnWorkflows::KillBy(const JobFacts& facts, const std::string& id) {
  if (facts.program_hash == ToView(program_.content_hash)) {
    const std::unique_ptr<PartOfProgram> part = WorkflowOf(program_, facts.part);
    return part != nullptr ? KillJob(part->program(), state_, id) : RequestKill(state_, id);
  }
  const Result<pid_t> process =
      StartProgram({facts.program_path, "kill", "--state", state_.name(), id});
  HPDL_TRY(process);
  if (!AwaitProgram(*process, kKillTime)) {
    return Error{ErrorClass::kTransient, "E0606", "the kill of job " + id + " takes too long"};
  }
  const Result<JobRow> row = RowOf(id);
  HPDL_TRY(row);
  return IsEnd(row->state) ? Result<void>()
                           : Result<void>(Error{ErrorClass::kError, "E0606",
                                                facts.program_path + " did not kill job " + id});
}

Result<FoundJob> OwnWorkflows::Find(const Submission& submission) {
  const std::string id = JobIdOf(submission);
  const bool made = Has(id) && RowOf(id);  // without a row in its journal, a job is not complete
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
