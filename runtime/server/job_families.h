#ifndef HPDL_RUNTIME_SERVER_JOB_FAMILIES_H_
#define HPDL_RUNTIME_SERVER_JOB_FAMILIES_H_

#include <string>
#include <string_view>

#include "runtime/base/result.h"
#include "runtime/base/task.h"
#include "runtime/server/job_commands.h"
#include "runtime/server/job_keeper.h"
#include "runtime/store/server_records.h"
#include "runtime/store/state_directory.h"

namespace hpdl::rt {

/// What is asked of a job and of its sub-workflows that have jobs of their own: suspend, resume and
/// kill. Each passes over what has been told already. Loop thread only; what it is given outlives
/// it.
class JobFamilies {
 public:
  JobFamilies(StateDirectory& state, ServerRecords& records, JobKeeper& keeper,
              JobCommands& commands);

  /// Whether a verb is one of these.
  static bool Has(std::string_view verb) { return VerbOf(verb) != nullptr; }
  /// To a job and its children, some of which may be told already: if this server ends before all
  /// are, the next one begins again.
  Task<Result<void>> Tell(FoundJob found, std::string verb);

 private:
  using Verb = Task<Result<void>> (JobFamilies::*)(FoundJob found);
  static Verb VerbOf(std::string_view verb);
  Task<Result<void>> TellChildren(FoundJob found, Verb verb);
  Task<Result<void>> TellCoordinator(FoundJob found, std::string_view verb);
  Task<Result<void>> Suspend(FoundJob found);
  Task<Result<void>> Resume(FoundJob found);
  Task<Result<void>> Kill(FoundJob found);

  StateDirectory& state_;
  ServerRecords& records_;
  JobKeeper& keeper_;
  JobCommands& commands_;
};

/// What was asked for is done by what is there: Oozie writes a line to its log and says that all
/// is well.
inline Result<void> Swallowed() {
  return {};
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOB_FAMILIES_H_
