// The jobs that share a loop: the root and its sub-workflow jobs, their suspension and their lists.
#include <algorithm>
#include <boost/asio/post.hpp>

#include "runtime/engine/job_run.h"
#include "runtime/engine/loop.h"
#include "runtime/engine/request_rules.h"
#include "runtime/store/catalogue.h"

namespace hpdl::rt {

JobRun& Loop::Adopt(std::unique_ptr<JobRun> job) {
  return *jobs_.emplace_back(std::move(job));
}

std::string Loop::IdOf(std::int64_t number) const {
  for (const std::unique_ptr<JobRun>& job : jobs_) {
    if (job->row().number == number) {
      return job->row().id;
    }
  }
  for (const JobRow& row : loaded_) {
    if (row.number == number) {
      return row.id;
    }
  }
  return {};
}

JobRun* Loop::FindJob(const std::string& id) {
  for (const std::unique_ptr<JobRun>& job : jobs_) {
    if (job->row().id == id) {
      return job.get();
    }
  }
  for (const JobRow& row : loaded_) {
    if (row.id != id) {
      continue;
    }
    Result<Properties> properties = store_->JobProperties(row.number, row.run);
    if (!properties || row.workflow >= program_.workflow_count) {
      Break(properties ? Error{ErrorClass::kCorruptStore, "E0713",
                               "job " + id + " names a workflow that this program does not have"}
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
  return nullptr;
}

JobRun* Loop::LiveJob(std::string_view id) {
  for (const std::unique_ptr<JobRun>& job : jobs_) {
    if (job->row().id == id) {
      return job.get();
    }
  }
  return nullptr;
}

long Loop::Depth(const JobRow& row) const {
  long depth = 0;
  std::int64_t parent = row.parent;
  while (parent >= 0) {
    ++depth;
    std::int64_t above = -1;
    for (const std::unique_ptr<JobRun>& job : jobs_) {
      above = job->row().number == parent ? job->row().parent : above;
    }
    parent = above;
  }
  return depth;
}

void Loop::JobEnded(JobRun& job) {
  if (job.row().number == 0 || job.row().id == hooks_.kill_only) {
    StopWhenDurable();
    return;
  }
  // Posted: the parent's action must not go on inside whatever ended the child.
  boost::asio::post(*io_, [&job] { job.ended_waiters().ResumeAll(); });
}

void Loop::Catalogued() {
  std::vector<JobRow> rows;
  rows.reserve(jobs_.size());
  for (const std::unique_ptr<JobRun>& job : jobs_) {
    rows.push_back(job->row());
  }
  state_.catalogue().Put(root_id_, rows);
}

void Loop::Catalogued(const JobRow& row) {
  state_.catalogue().Put(root_id_, {row});
}

void Loop::Idle() {
  if (--busy_ == 0 && suspended_) {
    StopWhenDurable();
  }
}

void Loop::Suspend(const std::string& by) {
  if (suspended_ || root().ended()) {
    return;
  }
  suspended_ = true;
  for (const std::unique_ptr<JobRun>& job : jobs_) {
    job->Suspend(by);
  }
}

void Loop::Unsuspend() {
  if (!suspended_) {
    return;
  }
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
  for (const std::unique_ptr<JobRun>& job : jobs_) {
    if (job->row().number == row.parent) {
      return IsApart(job->row());
    }
  }
  return false;
}

}  // namespace hpdl::rt
