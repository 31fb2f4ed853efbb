#ifndef HPDL_RUNTIME_SERVER_JOBS_JOB_RERUNS_H_
#define HPDL_RUNTIME_SERVER_JOBS_JOB_RERUNS_H_

#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/ground/value/eval.h"
#include "runtime/server/jobs/job_keeper.h"
#include "runtime/server/jobs/program_commands.h"
#include "runtime/server/jobs/submitted_programs.h"
#include "runtime/store/server_records/server_records.h"

namespace hpdl::rt {

/// Starts new runs of jobs that have ended. The new run gets the present program of the job's
/// application, or of the application that the rerun names. A job without an application path,
/// which a user's own program has made, keeps its program. Loop thread only. The objects that the
/// constructor gets must outlive this one.
class JobReruns {
 public:
  /// `refuses_children`: a job that has a parent is run again only through its parent.
  JobReruns(ServerRecords& records, SubmittedPrograms& programs, StateDirectory& state,
            JobKeeper& keeper, ProgramCommands& commands, bool refuses_children);

  /// Carries out JobVerbs::Rerun() for a job that the caller may run again.
  Task<Result<void>> Rerun(Caller caller, FoundJob found, Properties properties);

 private:
  Result<void> RefuseChild(const std::string& id) const;
  Result<Properties> PropertiesOf(const FoundJob& found);
  Task<Result<void>> RunAgain(FoundJob found, ChildCommand command, std::string program);

  ServerRecords& records_;
  SubmittedPrograms& programs_;
  StateDirectory& state_;
  JobKeeper& keeper_;
  ProgramCommands& commands_;
  const bool refuses_children_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_JOB_RERUNS_H_
