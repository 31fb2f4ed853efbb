// Functions of Loop that find, suspend and free the jobs of the loop: the root job and its
// sub-workflow jobs.
#include <algorithm>
#include <boost/asio/post.hpp>
#include <set>

#include "runtime/engines/workflow/job_run.h"
#include "runtime/engines/workflow/loop.h"
#include "runtime/engines/workflow/request_rules.h"

namespace hpdl::rt {
namespace {

bool IsBefore(const JobRow& row, std::int64_t number) {
  return row.number < number;
}

}  // namespace

JobRun& Loop::Adopt(std::unique_ptr<JobRun> job) {
  const auto at = jobs_.insert(jobs_.end(), std::move(job));
  by_number_[(*at)->row().number] = at;
  by_id_[(*at)->row().id] = at->get();
  return **at;
}

std::string Loop::IdOf(std::int64_t number) const {
  if (const auto live = by_number_.find(number); live != by_number_.end()) {
    return (*live->second)->row().id;
  }
  const JobRow* row = LoadedRow(number);
  return row == nullptr ? std::string() : row->id;
}

const JobRow* Loop::LoadedRow(std::int64_t number) const {
  const auto at = std::lower_bound(loaded_.begin(), loaded_.end(), number, IsBefore);
  return at != loaded_.end() && at->number == number ? &*at : nullptr;
}

void Loop::Keep(JobRow row) {
  loaded_by_id_[row.id] = row.number;
  const auto at = std::lower_bound(loaded_.begin(), loaded_.end(), row.number, IsBefore);
  if (at != loaded_.end() && at->number == row.number) {
    *at = std::move(row);
  } else {
    loaded_.insert(at, std::move(row));
  }
}

JobRun* Loop::FindJob(const std::string& id) {
  if (JobRun* job = LiveJob(id)) {
    return job;
  }
  const auto known = loaded_by_id_.find(id);
  return known == loaded_by_id_.end() ? nullptr : Load(*LoadedRow(known->second));
}

JobRun* Loop::Load(const JobRow& row) {
  Result<Properties> properties = journal_->JobProperties(row.number, row.run);
  if (!properties || row.workflow >= program_.workflow_count) {
    Break(properties ? Error{ErrorClass::kCorruptStore, "E0713",
                             "job " + row.id + " names a workflow that this program does not have"}
                     : properties.error());
    return nullptr;
  }
  auto job = std::make_unique<JobRun>(*this, program_.workflows[row.workflow], row,
                                      std::move(*properties));
  if (Result<void> loaded = job->Load(); !loaded) {
    Break(loaded.error());
    return nullptr;
  }
  return &Adopt(std::move(job));
}

JobRun* Loop::LiveJob(std::string_view id) {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : found->second;
}

bool Loop::HasEnded(const std::string& id) const {
  if (const auto live = by_id_.find(id); live != by_id_.end()) {
    return live->second->ended();
  }
  const auto known = loaded_by_id_.find(id);
  return known != loaded_by_id_.end() && IsEnd(LoadedRow(known->second)->state);
}

const JobRow* Loop::EndedRow(const std::string& id) const {
  const auto known = loaded_by_id_.find(id);
  if (known == loaded_by_id_.end() || by_id_.contains(id)) {
    return nullptr;
  }
  const JobRow* row = LoadedRow(known->second);
  return IsEnd(row->state) ? row : nullptr;
}

JobRun* Loop::ParentOf(const JobRow& row) const {
  const auto parent = by_number_.find(row.parent);
  return parent == by_number_.end() ? nullptr : parent->second->get();
}

long Loop::Depth(const JobRow& row) const {
  long depth = 0;
  for (std::int64_t above = row.parent; above >= 0; ++depth) {
    const auto parent = by_number_.find(above);
    above = parent == by_number_.end() ? -1 : (*parent->second)->row().parent;
  }
  return depth;
}

void Loop::Release(JobRun& job) {
  if (callbacks_ != nullptr) {
    return;  // the job stays in memory, so that the answer to a late callback is kLate
  }
  released_.push_back(&job);
}

/// Frees released jobs. Must be called at the end of a turn of the loop, when no coroutine of these
/// jobs is on the stack. A job with an open request is not freed, because the request may be
/// answered one commit after the end of the job.
void Loop::FreeReleased() {
  const auto is_asked = [this](const JobRun* job) {
    return std::any_of(in_hand_.begin(), in_hand_.end(), [job](const InHand& each) {
      const auto* request = std::get_if<Request>(&each.message);
      return request != nullptr && request->job == job->row().id;
    });
  };
  const auto busy = std::partition(released_.begin(), released_.end(), [&](const JobRun* job) {
    return job->at_work() || is_asked(job);
  });
  const std::set<const JobRun*> free(busy, released_.end());
  if (free.empty()) {
    return;
  }
  released_.erase(busy, released_.end());
  const auto is_free = [&free](const Soft& soft) { return free.contains(soft.job); };
  std::erase_if(soft_, is_free);
  for (const JobRun* job : free) {
    const auto at = by_number_.find(job->row().number);
    Keep(job->row());
    by_id_.erase(job->row().id);
    jobs_.erase(at->second);
    by_number_.erase(at);
  }
}

void Loop::JobEnded(JobRun& job) {
  if (job.row().number == 0 || job.row().id == hooks_.kill_only) {
    StopWhenDurable();
    return;
  }
  // The call is posted, because the parent's action must not continue inside the function that
  // ended the child.
  boost::asio::post(*io_, [this, id = job.row().id] {
    if (JobRun* ended = LiveJob(id)) {
      ended->ended_waiters().ResumeAll();
    }
  });
}

void Loop::Idle() {
  if (--busy_ == 0 && suspended_) {
    StopWhenDurable();
  }
  ParkSoon();
}

void Loop::Suspend(const std::string& by) {
  if (suspended_ || root().ended()) {
    return;
  }
  const Transaction together(*this);
  suspended_ = true;
  for (const std::unique_ptr<JobRun>& job : jobs_) {
    job->Suspend(by);
  }
}

void Loop::Unsuspend() {
  if (!suspended_) {
    return;
  }
  const Transaction together(*this);
  suspended_ = false;
  stopping_ = false;
  drain_until_.reset();
  for (const std::unique_ptr<JobRun>& job : jobs_) {
    if (!IsApart(job->row())) {
      job->Unsuspend();
    }
  }
}

bool Loop::IsApart(const JobRow& row) const {
  if (IsHeldAlone(row)) {
    return true;
  }
  const auto parent = by_number_.find(row.parent);
  return parent != by_number_.end() && IsApart((*parent->second)->row());
}

}  // namespace hpdl::rt
