#ifndef HPDL_RUNTIME_SERVER_JOBS_JOB_RERUNS_H_
#define HPDL_RUNTIME_SERVER_JOBS_JOB_RERUNS_H_

#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/ground/value/eval.h"
#include "runtime/server/jobs/job_commands.h"
#include "runtime/server/jobs/job_keeper.h"
#include "runtime/server/jobs/submitted_programs.h"
#include "runtime/store/server_records/server_records.h"

namespace hpdl::rt {

/// New runs of jobs that have ended, with the program that their application is now if it was
/// deployed or named again. Loop thread only; what it is given outlives it.
class JobReruns {
 public:
  JobReruns(ServerRecords& records, SubmittedPrograms& programs, StateDirectory& state,
            JobKeeper& keeper, JobCommands& commands);

  /// JobVerbs' Rerun, of a job that the caller may run again.
  Task<Result<void>> Rerun(FoundJob found, Properties properties);

 private:
  Task<Result<void>> RunAgain(FoundJob found, ChildCommand command, std::string program);

  ServerRecords& records_;
  SubmittedPrograms& programs_;
  StateDirectory& state_;
  JobKeeper& keeper_;
  JobCommands& commands_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_JOB_RERUNS_H_
