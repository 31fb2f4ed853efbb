#ifndef HPDL_RUNTIME_SERVER_JOBS_JOB_MAKER_H_
#define HPDL_RUNTIME_SERVER_JOBS_JOB_MAKER_H_

#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/jobs/job_families.h"
#include "runtime/server/jobs/job_keeper.h"
#include "runtime/server/jobs/jobs_in_making.h"
#include "runtime/server/jobs/program_commands.h"
#include "runtime/server/work/server_log.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/records.h"
#include "runtime/store/server_records/server_records.h"

namespace hpdl::rt {

/// The recorded request (ServerRecords::SetAsked) for a bundle that should start without waiting
/// for its kick-off time.
inline constexpr std::string_view kStartVerb = "start";

/// Calls programs to make the recorded jobs, and starts the jobs that should run. Loop thread only.
/// The objects that the constructor gets must outlive this one.
class JobMaker {
 public:
  JobMaker(StateDirectory& state, ServerRecords& records, JobKeeper& keeper,
           ProgramCommands& commands, JobFamilies& families, JobsInMaking& making, ServerLog log);

  /// Makes the job of a record, starts it if it should run, and returns its id. If the parent of
  /// the job gets a verb meanwhile, the job gets the verb, too, soon after the return. Only one
  /// call for a record may run at a time; later calls are allowed. `first`: no program has been
  /// started for the record yet.
  ///
  /// The record is removed before a refusal of the program is returned. kTransient: the program
  /// could not be started, or was killed before it had made the job. Then the record is removed if
  /// `first` is true; otherwise a program of an earlier server may still make the job, so the
  /// record stays, and the next call goes on with it. The record also stays if nobody can know now
  /// if the job is made.
  Task<Result<std::string>> Make(ServedJob job, bool first);
  /// Makes a job that an earlier server recorded but did not make, and logs the result. Tries again
  /// while the error is kTransient. A child that nobody wants any more (WhyUnwanted) is made and
  /// killed, but never begins.
  Task<void> MakeAgain(ServedJob job);
  /// Starts a bundle without waiting for its kick-off time. If the bundle cannot be started, it
  /// stays PREP and its row has the error.
  Task<Result<void>> StartBundle(FoundJob found);

 private:
  struct Seen;

  Task<Result<std::string>> MakeAlone(ServedJob job, bool first);
  Task<void> TellNoted(std::string id);
  Task<void> AwaitLate(std::string id, bool first, std::shared_ptr<Seen> seen);
  Task<Result<bool>> MakeAndRun(ServedJob job, bool first, bool* refused);
  Result<bool> IsThere(const std::string& id);
  Error GiveUp(const std::string& id, bool first, Error error);
  Task<Result<void>> BeginMade(const ServedJob& job);

  StateDirectory& state_;
  ServerRecords& records_;
  JobKeeper& keeper_;
  ProgramCommands& commands_;
  JobFamilies& families_;
  JobsInMaking& making_;
  const ServerLog log_;
  std::set<std::string> older_;  ///< programs that cannot make and run a job in one process,
                                 ///< because an older hpdlc has compiled them
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_JOB_MAKER_H_
