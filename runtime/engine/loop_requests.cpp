// Requests of other processes, taken up by the engine at work. A request stays open until what it
// asks for is durable, or is refused with a reason.
#include <algorithm>
#include <string>

#include "runtime/engine/job_run.h"
#include "runtime/engine/loop.h"
#include "runtime/engine/reaper.h"
#include "runtime/engine/request_rules.h"

namespace hpdl::rt {
namespace {

const NodeRow* RowOf(JobRun& job, const std::string& node) {
  const std::uint32_t index = job.view().Find(node);
  const NodeEntry* entry = index == HPDL_NONE ? nullptr : job.view().Entry(index);
  return entry == nullptr ? nullptr : &entry->row;
}

}  // namespace

void Loop::HandleRequests() {
  std::vector<std::string> held;
  held.reserve(in_hand_.size());
  for (const InHand& request : in_hand_) {
    held.push_back(request.taken.path());
  }
  for (TakenRequest& taken : TakeRequests(job_path_, held)) {
    NodeRow before;
    const Result<void> begun = BeginRequest(taken.request(), &before);
    if (broken_) {
      return;  // still open: whoever goes on with the job answers it
    }
    if (begun) {
      in_hand_.push_back({std::move(taken), std::move(before)});
      Changed();
    } else {
      taken.Answer(begun);
    }
  }
}

/// Does what can be done now. An error refuses the request.
Result<void> Loop::BeginRequest(const Request& request, NodeRow* before) {
  if (request.run != root().row().run) {
    return Error{ErrorClass::kError, "E0606",
                 "run " + std::to_string(request.run) + " of job " + root_id_ +
                     " is over; it is at run " + std::to_string(root().row().run)};
  }
  JobRun* job = FindJob(request.job);
  if (job == nullptr) {
    return NoSuchJob(request.job);
  }
  switch (request.type) {
    case Request::Type::kSuspend:
      HPDL_TRY(MaySuspend(job->row()));
      SuspendJob(*job);
      break;
    case Request::Type::kResume:
      HPDL_TRY(MayResume(CurrentRows(), job->row()));
      ResumeJob(*job);
      break;
    case Request::Type::kKill:
      HPDL_TRY(MayKill(job->row()));
      job->Finish(JobState::kKilled, {}, "killed on request");
      break;
    case Request::Type::kRetry: {
      const NodeRow* row = RowOf(*job, request.node);
      HPDL_TRY(MayRetry(job->row(), request.node, row));
      *before = *row;
      RetryNode(*job, request.node);
      break;
    }
  }
  return {};
}

void Loop::SuspendJob(JobRun& job) {
  const std::vector<JobRun*> family = FamilyOfJob(job.row());
  if (job.row().number == 0) {
    Suspend("user");
    if (busy_ == 0) {
      StopWhenDurable();
    }
    return;
  }
  const Transaction together(*this);
  for (JobRun* member : family) {
    member->Suspend(member == &job ? kThisJobAlone : "user");
  }
}

void Loop::ResumeJob(JobRun& job) {
  if (job.row().number == 0) {
    Unsuspend();
    return;
  }
  const std::vector<JobRun*> family = FamilyOfJob(job.row());
  const Transaction together(*this);
  job.Unsuspend();
  for (JobRun* member : family) {
    if (!IsApart(member->row())) {
      member->Unsuspend();
    }
  }
}

/// A node that waits for a person has suspended all jobs, and one of a job that was suspended alone
/// can be tried only with that job.
void Loop::RetryNode(JobRun& job, const std::string& node) {
  bool parked = false;
  if (job.Retry(node, &parked) && parked) {
    Unsuspend();
    if (IsHeldAlone(job.row())) {
      ResumeJob(job);
    }
  }
}

/// Answers those whose effect the last commit has made durable.
void Loop::AnswerRequests() {
  std::erase_if(in_hand_, [this](const InHand& request) {
    const std::optional<Result<void>> answer = AnswerTo(request);
    if (answer) {
      request.taken.Answer(*answer);
    }
    return answer.has_value();
  });
}

/// None: not yet.
std::optional<Result<void>> Loop::AnswerTo(const InHand& request) {
  const Request& asked = request.taken.request();
  JobRun* job = LiveJob(asked.job);
  if (job == nullptr) {
    return std::nullopt;
  }
  const JobState state = job->row().state;
  switch (asked.type) {
    case Request::Type::kSuspend:
    case Request::Type::kResume:
      return Result<void>();  // done at once, and durable with what came of it in the same turn
    case Request::Type::kKill:
      break;
    case Request::Type::kRetry: {
      const NodeRow* row = RowOf(*job, asked.node);
      if (row == nullptr || WaitIsOver(request.before, *row)) {
        return Result<void>();
      }
      return IsEnd(state) ? std::optional(MayRetry(job->row(), asked.node, row)) : std::nullopt;
    }
  }
  if (!IsEnd(state)) {
    return std::nullopt;
  }
  return state == JobState::kKilled ? Result<void>() : MayKill(job->row());
}

/// The rows of all jobs as they are now, by number.
std::vector<JobRow> Loop::CurrentRows() const {
  std::vector<JobRow> rows = loaded_;
  for (const std::unique_ptr<JobRun>& job : jobs_) {
    if (const JobRow* known = LoadedRow(job->row().number)) {
      rows[static_cast<std::size_t>(known - loaded_.data())] = job->row();
    } else {
      rows.push_back(job->row());
    }
  }
  std::sort(rows.begin(), rows.end(),
            [](const JobRow& a, const JobRow& b) { return a.number < b.number; });
  return rows;
}

/// The job and those below it that have not ended, also those that nobody has come to yet.
std::vector<JobRun*> Loop::FamilyOfJob(const JobRow& row) {
  const std::vector<JobRow> rows = CurrentRows();
  const std::set<std::int64_t> family = FamilyOf(rows, row.number);
  std::vector<JobRun*> jobs;
  for (const JobRow& member : rows) {
    const bool below = family.contains(member.number);
    JobRun* job = below && !IsEnd(member.state) ? FindJob(member.id) : nullptr;
    if (job != nullptr) {
      jobs.push_back(job);
    }
  }
  return jobs;
}

}  // namespace hpdl::rt
