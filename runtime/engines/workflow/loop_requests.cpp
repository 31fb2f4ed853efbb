// Handles messages from other processes in the engine that runs the job. A message stays open until
// its effect and its answer are durable, or until it is refused with a reason.
#include <algorithm>
#include <string>

#include "runtime/engines/workflow/answers.h"
#include "runtime/engines/workflow/callbacks.h"
#include "runtime/engines/workflow/job_run.h"
#include "runtime/engines/workflow/loop.h"
#include "runtime/engines/workflow/reaper.h"
#include "runtime/engines/workflow/request_rules.h"

namespace hpdl::rt {
namespace {

const NodeRow* RowOf(JobRun& job, const std::string& node) {
  const std::uint32_t index = job.view().Find(node);
  const NodeEntry* entry = index == HPDL_NONE ? nullptr : job.view().Entry(index);
  return entry == nullptr ? nullptr : &entry->row;
}

}  // namespace

void Loop::HandleMessages() {
  for (std::unique_ptr<TakenMessage>& taken : mailbox_->Take()) {
    if (!CloseKnown(*taken) && !broken_) {
      TakeUp(std::move(taken));
    }
    if (broken_) {
      return;  // the remaining messages stay open for the next engine of the job
    }
  }
}

/// Closes a message whose answer is in the journal, because the message was carried out earlier but
/// could not be closed. Returns false if the journal has no answer.
bool Loop::CloseKnown(const TakenMessage& taken) {
  if (!answers_) {
    Result<std::vector<AnswerRow>> rows = journal_->Answers();
    if (!rows) {
      Break(rows.error());
      return false;
    }
    answers_.emplace();
    for (AnswerRow& row : *rows) {
      (*answers_)[row.message] = std::move(row);
    }
  }
  const auto known = answers_->find(taken.id());
  if (known == answers_->end()) {
    return false;
  }
  taken.Close(AnswerOf(known->second), false);
  return true;
}

void Loop::TakeUp(std::unique_ptr<TakenMessage> taken) {
  std::optional<Message> message = ReadMessage(taken->text());
  if (!message) {
    taken->Close(Error{ErrorClass::kError, "E0606",
                       "the program that runs this job does not understand the request"},
                 true);
    return;
  }
  if (IsForTheNext(*message)) {
    return;
  }
  const Transaction together(*this);
  NodeRow before;
  const Result<void> begun = BeginMessage(*message, &before);
  if (broken_) {
    return;
  }
  if (begun) {
    in_hand_.push_back({std::move(taken), std::move(*message), std::move(before), std::nullopt});
    Changed();
  } else {
    // A refused callback need not be closed durably, because it would be refused again.
    taken->Close(begun, std::holds_alternative<Request>(*message));
  }
}

/// True if the message is a resume or retry and this process is about to end. The message stays
/// open for the next engine of the job.
bool Loop::IsForTheNext(const Message& message) const {
  const auto* request = std::get_if<Request>(&message);
  const bool ends = must_end_ || !hooks_.kill_only.empty();
  return ends && request != nullptr &&
         (request->type == Request::Type::kResume || request->type == Request::Type::kRetry);
}

Result<void> Loop::BeginMessage(const Message& message, NodeRow* before) {
  if (const auto* request = std::get_if<Request>(&message)) {
    return BeginRequest(*request, before);
  }
  if (callbacks_ == nullptr) {
    return Error{ErrorClass::kError, "E0728", "job " + root_id_ + " does not accept callbacks"};
  }
  return callbacks_->Take(std::get<CallbackMessage>(message));
}

/// Begins to carry out a request. Returns an error if the request is refused.
Result<void> Loop::BeginRequest(const Request& request, NodeRow* before) {
  if (request.run != root().row().run) {
    return Error{ErrorClass::kError, "E0606",
                 "run " + std::to_string(request.run) + " of job " + root_id_ +
                     " is over; the current run is " + std::to_string(root().row().run)};
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

/// Tries a node again. A node that waits for a person has suspended all jobs, so all jobs are
/// resumed. If the node's job was suspended by its own id, that job is resumed too.
void Loop::RetryNode(JobRun& job, const std::string& node) {
  bool parked = false;
  if (job.Retry(node, &parked) && parked) {
    Unsuspend();
    if (IsHeldAlone(job.row())) {
      ResumeJob(job);
    }
  }
}

/// Puts into the journal the answers to the messages whose effects become durable in the next
/// commit.
void Loop::RecordAnswers() {
  for (InHand& each : in_hand_) {
    each.answer = AnswerTo(each);
    if (!each.answer) {
      continue;
    }
    const AnswerRow row = RowOfAnswer(each.taken->id(), *each.answer);
    if (const Result<void> put = journal_->PutAnswer(row); !put) {
      Break(put.error());
      return;
    }
    Remember(&*answers_, row);
  }
}

void Loop::CloseAnswered() {
  std::erase_if(in_hand_, [](const InHand& each) {
    if (each.answer) {
      each.taken->Close(*each.answer, false);
    }
    return each.answer.has_value();
  });
}

/// Returns the answer to a message, or nullopt if its effect has not happened yet.
std::optional<Result<void>> Loop::AnswerTo(const InHand& in_hand) {
  const auto* request = std::get_if<Request>(&in_hand.message);
  if (request == nullptr) {
    return Result<void>();  // the callback's row was put when the message was taken
  }
  JobRun* job = LiveJob(request->job);
  if (job == nullptr) {
    return std::nullopt;
  }
  const JobState state = job->row().state;
  switch (request->type) {
    case Request::Type::kSuspend:
    case Request::Type::kResume:
      // The request was carried out at once. Its answer is durable together with its effects.
      return Result<void>();
    case Request::Type::kKill:
      break;
    case Request::Type::kRetry: {
      const NodeRow* row = RowOf(*job, request->node);
      if (row == nullptr || WaitIsOver(in_hand.before, *row)) {
        return Result<void>();
      }
      return IsEnd(state) ? std::optional(MayRetry(job->row(), request->node, row)) : std::nullopt;
    }
  }
  if (!IsEnd(state)) {
    return std::nullopt;
  }
  return state == JobState::kKilled ? Result<void>() : MayKill(job->row());
}

/// Returns the current rows of all jobs, ordered by number.
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

/// Returns the job and the jobs below it that have not ended. Loads the jobs that are not in
/// memory.
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
