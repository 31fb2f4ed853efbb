#ifndef HPDL_RUNTIME_SERVER_JOBS_JOB_FAMILIES_H_
#define HPDL_RUNTIME_SERVER_JOBS_JOB_FAMILIES_H_

#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/jobs/job_keeper.h"
#include "runtime/server/jobs/jobs_in_making.h"
#include "runtime/server/jobs/program_commands.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/server_records/server_records.h"

namespace hpdl::rt {

/// The recorded request (ServerRecords::SetAsked) for a sub-workflow that should begin, but whose
/// parent is suspended. The sub-workflow begins when its parent is resumed.
inline constexpr std::string_view kHeldBack = "held";

/// Carries out suspend, resume and kill on a job and on its sub-workflows that have jobs of their
/// own. Each verb skips the jobs that are in the right state already. A sub-workflow that is still
/// being made gets the verb once it is made. A sub-workflow that has not begun does not begin while
/// its parent is suspended. Loop thread only. The objects that the constructor gets must outlive
/// this one.
class JobFamilies {
 public:
  JobFamilies(StateDirectory& state, ServerRecords& records, JobKeeper& keeper,
              ProgramCommands& commands, const JobsInMaking& making);

  /// True if `verb` is suspend, resume or kill.
  static bool Has(std::string_view verb) { return VerbOf(verb) != nullptr; }
  /// Carries out a verb on a job and its children, even on jobs that have got the verb before. If
  /// this server ends before all of these jobs have got the verb, the next server sends the verb to
  /// all of them again.
  Task<Result<void>> Tell(FoundJob found, std::string verb);
  /// Carries out the verb that is recorded for a job (ServerRecords::SetAsked), and the verbs that
  /// are recorded meanwhile. Tries again while the error is kTransient, because the request was
  /// accepted.
  Task<Result<void>> TellNoted(std::string id);
  /// Returns the parent workflow of a sub-workflow. nullopt: `child` is no sub-workflow of a
  /// workflow, or its parent does not exist or belongs to another user.
  std::optional<FoundJob> ParentOf(const ServedJob& child) const;
  /// True if the job may not begin now because its parent is suspended.
  bool IsHeld(const std::string& id) const;
  bool IsHeldBy(const ServedJob& child) const;
  /// Removes the program of a job from the waiting line before the job begins. The job begins when
  /// its parent is resumed.
  Result<void> HoldBack(const std::string& id);
  /// Checks a job that an earlier server held back. Starts the job unless its parent is still
  /// suspended.
  Result<void> HoldAgain(const std::string& id);
  /// True if a job that is being made may begin as soon as it is made.
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
  ProgramCommands& commands_;
  const JobsInMaking& making_;
};

/// The result of a verb that has no effect in the present state of its job. Oozie reports success
/// in this case, too, and writes a line to its log.
inline Result<void> Swallowed() {
  return {};
}

/// True if the job, coordinator or bundle has not begun.
bool IsPrep(JobState state);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_JOB_FAMILIES_H_
