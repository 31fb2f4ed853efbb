#include "runtime/server/jobs/job_families.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/store/job_ids.h"
#include "runtime/store/records.h"

namespace hpdl::rt {
namespace {

constexpr int kLooks = 3;
/// The maximum time to wait until a program has begun its job.
constexpr std::chrono::milliseconds kBegins{120'000};
/// The pauses before TellNoted() tries again.
constexpr std::chrono::milliseconds kFirstTell{500}, kMostTell{60'000};

/// Returns the id of a job and the ids of the sub-workflows that are compiled into it, at any
/// depth.
Result<std::vector<std::string>> JobsBelow(StateDirectory& state, const std::string& id) {
  const auto journal = state.OpenJob(id, true);
  HPDL_TRY(journal);
  const Result<std::vector<JobRow>> jobs = (*journal)->Jobs();
  HPDL_TRY(jobs);
  std::set<std::int64_t> numbers;
  std::vector<std::string> ids;
  for (const JobRow& job : *jobs) {  // parents come before their children
    if (job.id == id || (job.parent >= 0 && numbers.contains(job.parent))) {
      numbers.insert(job.number);
      ids.push_back(job.id);
    }
  }
  return ids;
}

}  // namespace

bool IsPrep(JobState state) {
  return state == JobState::kPrep || CoordinatorStateOf(state) == CoordinatorState::kPrep;
}

JobFamilies::JobFamilies(StateDirectory& state, ServerRecords& records, JobKeeper& keeper,
                         ProgramCommands& commands, const JobsInMaking& making)
    : state_(state), records_(records), keeper_(keeper), commands_(commands), making_(making) {}

/// Returns the member function that carries out a verb; null if the verb is not suspend, resume or
/// kill.
JobFamilies::Verb JobFamilies::VerbOf(std::string_view verb) {
  return verb == "suspend"  ? &JobFamilies::Suspend
         : verb == "resume" ? &JobFamilies::Resume
         : verb == "kill"   ? &JobFamilies::Kill
                            : nullptr;
}

Task<Result<void>> JobFamilies::Tell(FoundJob found, std::string verb) {
  const std::string id = found.job.id;
  const Verb tell = VerbOf(verb);
  // Does not replace the recorded request of a job in PREP, because this request may be kHeldBack.
  if (found.job.state == JobState::kPrep && verb != "kill") {
    co_return co_await (this->*tell)(std::move(found));
  }
  const Result<void> noted = records_.SetAsked(id, verb);
  HPDL_CO_TRY(noted);
  const Result<void> told = co_await (this->*tell)(std::move(found));
  const Result<void> cleared = records_.ClearAsked(id, verb);
  co_return told ? cleared : told;
}

Task<Result<void>> JobFamilies::TellNoted(std::string id) {
  for (auto pause = kFirstTell;;) {
    const Result<std::string> verb = records_.AskedOf(id);
    if (!verb || !Has(*verb)) {
      co_return verb ? Result<void>() : Result<void>(verb.error());
    }
    Result<FoundJob> found = FindJob(state_, id);
    Result<void> told;
    if (found) {
      const Verb tell = VerbOf(*verb);
      told = co_await (this->*tell)(std::move(*found));
    } else {
      told = found.error();
    }
    if (!told && told.error().error_class == ErrorClass::kTransient) {
      co_await Sleep(std::exchange(pause, std::min(pause * 2, kMostTell)));
      continue;
    }
    const Result<void> cleared = records_.ClearAsked(id, *verb);
    if (!told || !cleared) {
      co_return told ? cleared : told;
    }
  }
}

std::optional<FoundJob> JobFamilies::ParentOf(const ServedJob& child) const {
  const bool action = child.parent.find('@') != std::string::npos;
  if (child.parent.empty() || action || TypeOfId(child.parent) != JobType::kWorkflow) {
    return std::nullopt;
  }
  Result<FoundJob> parent = FindJob(state_, child.parent);
  return parent && parent->job.user == child.user ? std::optional(std::move(*parent))
                                                  : std::nullopt;
}

bool JobFamilies::IsHeld(const std::string& id) const {
  const Result<std::optional<ServedJob>> child = records_.Find(id);
  return child && *child && IsHeldBy(**child);
}

bool JobFamilies::IsHeldBy(const ServedJob& child) const {
  const std::optional<FoundJob> parent = ParentOf(child);
  return parent &&
         (parent->job.state == JobState::kSuspended || parent->root.state == JobState::kSuspended);
}

Result<void> JobFamilies::HoldBack(const std::string& id) {
  HPDL_TRY(records_.SetAsked(id, kHeldBack));
  return keeper_.StopKeeping(id);
}

Result<void> JobFamilies::HoldAgain(const std::string& id) {
  const Result<std::string> noted = records_.AskedOf(id);
  HPDL_TRY(noted);
  if (*noted != kHeldBack) {  // meanwhile the recorded request of the job was replaced
    return {};
  }
  const Result<FoundJob> found = FindJob(state_, id);
  if (!found || !IsPrep(found->job.state)) {
    return records_.ClearAsked(id, kHeldBack);
  }
  return IsHeld(id) ? keeper_.StopKeeping(id) : LetGo(*found);
}

Result<void> JobFamilies::LetGo(const FoundJob& found) {
  HPDL_TRY(keeper_.Run(found, "start", keeper_.GoingOn(found, "start"), false));
  return records_.ClearAsked(found.job.id, kHeldBack);
}

Result<bool> JobFamilies::MayBegin(const std::string& id) const {
  const Result<std::string> noted = records_.AskedOf(id);
  HPDL_TRY(noted);
  const bool held = *noted == kHeldBack || *noted == "suspend";
  return *noted != "kill" && !(held && IsHeld(id));
}

/// Sends the verb only to the coordinator or bundle, whose program sends it to the children.
Task<Result<void>> JobFamilies::TellCoordinator(FoundJob found, std::string_view verb) {
  const std::string id = found.root.id;
  const Result<void> told = co_await commands_.Tell(std::move(found), verb);
  co_return told ? commands_.Follow(id) : told;
}

/// Suspends the job before its children, so that no new child begins meanwhile.
Task<Result<void>> JobFamilies::Suspend(FoundJob found) {
  if (TypeOf(found.job.state) != JobType::kWorkflow) {
    co_return co_await TellCoordinator(std::move(found), "suspend");
  }
  if (found.job.state == JobState::kRunning) {
    const Result<void> told = co_await commands_.TellInto(found, "suspend", JobState::kSuspended);
    if (!told) {
      co_return told;
    }
  } else if (IsPrep(found.job.state)) {
    co_return co_await SuspendNew(std::move(found));
  } else if (found.job.state != JobState::kSuspended) {
    co_return Swallowed();
  }
  co_return co_await TellChildren(std::move(found), "suspend");
}

/// Suspends a job that has not begun. If its parent is suspended, the job is held back. If a
/// program is just about to begin the job, waits until the job has begun, and suspends it then.
Task<Result<void>> JobFamilies::SuspendNew(FoundJob found) {
  const std::string id = found.job.id;
  const auto until = SteadyClock::now() + kBegins;
  while (IsHeld(id) && keeper_.IsAtWork(id) && !keeper_.Waits(id) && SteadyClock::now() < until) {
    const Result<void> left = co_await commands_.AwaitLeft(id, JobState::kPrep);
    Result<FoundJob> now = left ? FindJob(state_, id) : Result<FoundJob>(left.error());
    HPDL_CO_TRY(now);
    if (!IsPrep(now->job.state)) {
      co_return co_await Suspend(std::move(*now));
    }
  }
  const Result<std::optional<ServedJob>> served = records_.Find(id);
  const bool begins_later = served && *served && (*served)->wanted && IsHeld(id);
  co_return begins_later ? HoldBack(id) : Swallowed();
}

/// Sends the verb to the sub-workflows that belong to the same user and have jobs of their own.
Task<Result<void>> JobFamilies::TellChildren(FoundJob found, std::string_view verb) {
  const Verb tell = VerbOf(verb);
  Result<std::vector<std::string>> parents = JobsBelow(state_, found.job.id);
  HPDL_CO_TRY(parents);
  Result<void> all;
  for (const std::string& parent : *parents) {
    const Result<std::vector<std::string>> children = records_.Children(parent);
    HPDL_CO_TRY(children);
    for (const std::string& id : *children) {
      const Result<std::optional<ServedJob>> served = records_.Find(id);
      HPDL_CO_TRY(served);
      Result<void> told;
      const bool in_making = making_.Has(id) || (*served && (*served)->properties);
      if (in_making && *served && (*served)->user == found.job.user) {
        // The code that makes the child will carry out this verb on the child.
        told = records_.SetAsked(id, verb);
      } else if (Result<FoundJob> child = FindJob(state_, id);
                 child && child->job.user == found.job.user) {
        told = co_await (this->*tell)(std::move(*child));
      }
      all = all && !told ? told : all;
    }
  }
  co_return all;
}

/// Resumes the children first. So a parent that only waits for the ends of its children finds them
/// running.
Task<Result<void>> JobFamilies::Resume(FoundJob found) {
  if (TypeOf(found.job.state) != JobType::kWorkflow) {
    co_return co_await TellCoordinator(std::move(found), "resume");
  }
  if (IsPrep(found.job.state)) {
    const Result<std::string> noted = records_.AskedOf(found.job.id);
    co_return noted && *noted == kHeldBack ? LetGo(found) : Swallowed();
  }
  if (found.job.state != JobState::kSuspended) {
    co_return Swallowed();
  }
  const Result<void> children = co_await TellChildren(found, "resume");
  if (!children) {
    co_return children;
  }
  // While the last actions of the suspended job still run, its program still runs and can resume
  // the job. The program may end at any moment.
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
  const auto ended = std::make_shared<std::optional<Result<ChildEnd>>>();
  const Result<void> begun = keeper_.Run(found, "resume", keeper_.GoingOn(found, "resume"), false,
                                         [ended](const Result<ChildEnd>& end) { *ended = end; });
  HPDL_CO_TRY(begun);
  const Result<void> left = co_await commands_.AwaitLeft(found.job.id, JobState::kSuspended);
  if (ended->has_value() && !**ended && !keeper_.IsAtWork(found.root.id)) {
    // The program could not be started. A second request may have resumed the job meanwhile.
    const Result<FoundJob> now = FindJob(state_, found.job.id);
    if (now && now->job.state == JobState::kSuspended) {
      HPDL_CO_TRY(keeper_.StopKeeping(found.root.id));
      co_return (*ended)->error();
    }
  }
  co_return left;
}

/// Kills the job, then its children. The program of the job also kills the children if it can, but
/// a parked job has no running program.
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
  const Result<void> cleared = records_.ClearAsked(found.job.id, kHeldBack);
  if (!cleared) {
    co_return cleared;
  }
  co_return co_await TellChildren(std::move(found), "kill");
}

}  // namespace hpdl::rt
