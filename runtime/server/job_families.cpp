#include "runtime/server/job_families.h"

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "runtime/store/records.h"

namespace hpdl::rt {
namespace {

constexpr int kLooks = 3;

/// Ids of a job and of those that are compiled into it, whose parent it is.
Result<std::vector<std::string>> JobsBelow(StateDirectory& state, const std::string& id) {
  const auto journal = state.OpenJob(id, true);
  HPDL_TRY(journal);
  const Result<std::vector<JobRow>> jobs = (*journal)->Jobs();
  HPDL_TRY(jobs);
  std::set<std::int64_t> numbers;
  std::vector<std::string> ids;
  for (const JobRow& job : *jobs) {  // parents first
    if (job.id == id || (job.parent >= 0 && numbers.contains(job.parent))) {
      numbers.insert(job.number);
      ids.push_back(job.id);
    }
  }
  return ids;
}

}  // namespace

JobFamilies::JobFamilies(StateDirectory& state, ServerRecords& records, JobKeeper& keeper,
                         JobCommands& commands)
    : state_(state), records_(records), keeper_(keeper), commands_(commands) {}

/// Null: it is none.
JobFamilies::Verb JobFamilies::VerbOf(std::string_view verb) {
  return verb == "suspend"  ? &JobFamilies::Suspend
         : verb == "resume" ? &JobFamilies::Resume
         : verb == "kill"   ? &JobFamilies::Kill
                            : nullptr;
}

Task<Result<void>> JobFamilies::Tell(FoundJob found, std::string verb) {
  const std::string id = found.job.id;
  const Result<void> noted = records_.SetAsked(id, verb);
  if (!noted) {
    co_return noted.error();
  }
  const Verb tell = VerbOf(verb);
  const Result<void> told = co_await (this->*tell)(std::move(found));
  const Result<void> cleared = records_.ClearAsked(id, verb);
  co_return told ? cleared : told;
}

/// What a coordinator or a bundle does with it is its own business, and so are its children.
Task<Result<void>> JobFamilies::TellCoordinator(FoundJob found, std::string_view verb) {
  const std::string id = found.root.id;
  const Result<void> told = co_await commands_.Tell(std::move(found), verb);
  co_return told ? commands_.Follow(id) : told;
}

/// The job, then its children: none begins while it goes on.
Task<Result<void>> JobFamilies::Suspend(FoundJob found) {
  if (TypeOf(found.job.state) != JobType::kWorkflow) {
    co_return co_await TellCoordinator(std::move(found), "suspend");
  }
  if (found.job.state == JobState::kRunning) {
    const Result<void> told = co_await commands_.TellInto(found, "suspend", JobState::kSuspended);
    if (!told) {
      co_return told;
    }
  } else if (found.job.state != JobState::kSuspended) {
    co_return Swallowed();
  }
  co_return co_await TellChildren(std::move(found), &JobFamilies::Suspend);
}

/// The same to the sub-workflows that have jobs of their own, of the same user.
Task<Result<void>> JobFamilies::TellChildren(FoundJob found, Verb verb) {
  Result<std::vector<std::string>> parents = JobsBelow(state_, found.job.id);
  if (!parents) {
    co_return parents.error();
  }
  Result<void> all;
  for (const std::string& parent : *parents) {
    const Result<std::vector<std::string>> children = records_.Children(parent);
    if (!children) {
      co_return children.error();
    }
    for (const std::string& id : *children) {
      Result<FoundJob> child = FindJob(state_, id);
      if (!child || child->job.user != found.job.user) {
        continue;
      }
      const Result<void> told = co_await (this->*verb)(std::move(*child));
      all = all && !told ? told : all;
    }
  }
  co_return all;
}

/// The children first, so that a parent which has only their ends to wait for finds them at work.
Task<Result<void>> JobFamilies::Resume(FoundJob found) {
  if (TypeOf(found.job.state) != JobType::kWorkflow) {
    co_return co_await TellCoordinator(std::move(found), "resume");
  }
  if (found.job.state != JobState::kSuspended) {
    co_return Swallowed();
  }
  const Result<void> children = co_await TellChildren(found, &JobFamilies::Resume);
  if (!children) {
    co_return children;
  }
  // While its last actions run, a process of it goes on with it. That may end at any moment.
  for (int looks = 0; state_.IsRun(found.root.id); ++looks) {
    const Result<void> told = co_await commands_.TellToGoOn(found);
    Result<FoundJob> now = FindJob(state_, found.job.id);
    if (told || !now) {
      co_return now ? told : Result<void>(now.error());
    }
    if (now->job.state != JobState::kSuspended) {
      co_return Swallowed();
    }
    if (looks == kLooks) {
      co_return told;
    }
    found = std::move(*now);
  }
  const Result<void> free = co_await commands_.AwaitEnd(found.root.id);
  if (!free) {
    co_return free;
  }
  const Result<void> begun = keeper_.Run(found, "resume", keeper_.GoingOn(found, "resume"), false);
  if (!begun) {
    co_return begun.error();
  }
  co_return co_await commands_.AwaitLeft(found.job.id, JobState::kSuspended);
}

/// Its program kills its children, too, if it can; a parked one has none.
Task<Result<void>> JobFamilies::Kill(FoundJob found) {
  if (TypeOf(found.job.state) != JobType::kWorkflow) {
    co_return co_await TellCoordinator(std::move(found), "kill");
  }
  if (!IsEnd(found.job.state)) {
    const Result<void> told = co_await commands_.TellInto(found, "kill", JobState::kKilled);
    if (!told) {
      co_return told;
    }
  } else if (found.job.state != JobState::kKilled) {
    co_return Swallowed();
  }
  co_return co_await TellChildren(std::move(found), &JobFamilies::Kill);
}

}  // namespace hpdl::rt
