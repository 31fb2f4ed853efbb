#ifndef HPDL_RUNTIME_SERVER_JOBS_JOB_FAMILIES_H_
#define HPDL_RUNTIME_SERVER_JOBS_JOB_FAMILIES_H_

#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/jobs/job_commands.h"
#include "runtime/server/jobs/job_keeper.h"
#include "runtime/server/jobs/jobs_in_making.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/server_records/server_records.h"

namespace hpdl::rt {

/// What is noted of a sub-workflow that was to begin while its parent was suspended: it begins when
/// that goes on.
inline constexpr std::string_view kHeldBack = "held";

/// What is asked of a job and of its sub-workflows that have jobs of their own: suspend, resume and
/// kill. Each passes over what has been told already. A sub-workflow that is still being made is
/// told once it is there; one that has not begun yet does not begin under a suspended parent. Loop
/// thread only; what it is given outlives it.
class JobFamilies {
 public:
  JobFamilies(StateDirectory& state, ServerRecords& records, JobKeeper& keeper,
              JobCommands& commands, const JobsInMaking& making);

  /// Whether a verb is one of these.
  static bool Has(std::string_view verb) { return VerbOf(verb) != nullptr; }
  /// To a job and its children, some of which may be told already: if this server ends before all
  /// are, the next one begins again.
  Task<Result<void>> Tell(FoundJob found, std::string verb);
  /// What is noted of a job that is there, and what others note meanwhile.
  Task<Result<void>> TellNoted(std::string id);
  /// The row of the workflow whose sub-workflow this is; none if it is none, or that is not there.
  std::optional<FoundJob> ParentOf(const ServedJob& child) const;
  /// Whether it may not begin now, because its parent is suspended.
  bool IsHeld(const std::string& id) const;
  bool IsHeldBy(const ServedJob& child) const;
  /// Of one that is there and has not begun: it leaves the line, and begins when its parent goes
  /// on.
  Result<void> HoldBack(const std::string& id);
  /// Of one that was held back by an earlier server: it still is, or begins.
  Result<void> HoldAgain(const std::string& id);
  /// Of a job that is being made: whether it may begin as soon as it is there.
  Result<bool> MayBegin(const std::string& id) const;

 private:
  using Verb = Task<Result<void>> (JobFamilies::*)(FoundJob found);
  static Verb VerbOf(std::string_view verb);
  Task<Result<void>> TellChildren(FoundJob found, std::string_view verb);
  Task<Result<void>> SuspendNew(FoundJob found);
  Result<void> LetGo(const FoundJob& found);
  Task<Result<void>> TellCoordinator(FoundJob found, std::string_view verb);
  Task<Result<void>> Suspend(FoundJob found);
  Task<Result<void>> Resume(FoundJob found);
  Task<Result<void>> Kill(FoundJob found);

  StateDirectory& state_;
  ServerRecords& records_;
  JobKeeper& keeper_;
  JobCommands& commands_;
  const JobsInMaking& making_;
};

/// What was asked for is done by what is there: Oozie writes a line to its log and says that all
/// is well.
inline Result<void> Swallowed() {
  return {};
}

/// Whether nobody has begun with a job or a coordinator.
bool IsPrep(JobState state);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_JOB_FAMILIES_H_
