#ifndef HPDL_RUNTIME_SERVER_JOBS_JOB_MAKER_H_
#define HPDL_RUNTIME_SERVER_JOBS_JOB_MAKER_H_

#include <set>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/jobs/job_commands.h"
#include "runtime/server/jobs/job_families.h"
#include "runtime/server/jobs/job_keeper.h"
#include "runtime/server/jobs/jobs_in_making.h"
#include "runtime/server/work/server_log.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/records.h"
#include "runtime/store/server_records/server_records.h"

namespace hpdl::rt {

/// What is noted of a bundle that is to start whatever its kick-off time is.
inline constexpr std::string_view kStartVerb = "start";

/// Makes the jobs that are recorded, by their programs, and has them begin. Loop thread only; what
/// it is given outlives it.
class JobMaker {
 public:
  JobMaker(StateDirectory& state, ServerRecords& records, JobKeeper& keeper, JobCommands& commands,
           JobFamilies& families, JobsInMaking& making, ServerLog log);

  /// From the record to a job that is there, and runs if that is wanted: its id. What was asked of
  /// its parent meanwhile has been told to it, too. May be done again. A job whose program refuses
  /// it goes without a trace.
  Task<Result<std::string>> Make(ServedJob job);
  /// The same of what an earlier server was told, and says so in the log.
  Task<void> MakeAgain(ServedJob job);
  /// Starts a bundle whatever its kick-off time is. One that cannot be started says so in its row,
  /// and stays PREP.
  Task<Result<void>> StartBundle(FoundJob found);

 private:
  Task<Result<std::string>> MakeAlone(ServedJob job);
  Task<Result<bool>> MakeAndRun(ServedJob job, bool* refused);
  Task<Result<void>> BeginMade(const ServedJob& job);

  StateDirectory& state_;
  ServerRecords& records_;
  JobKeeper& keeper_;
  JobCommands& commands_;
  JobFamilies& families_;
  JobsInMaking& making_;
  const ServerLog log_;
  std::set<std::string> older_;  ///< programs that cannot make and run a job in one
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_JOB_MAKER_H_
