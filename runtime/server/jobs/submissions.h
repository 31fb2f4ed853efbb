#ifndef HPDL_RUNTIME_SERVER_JOBS_SUBMISSIONS_H_
#define HPDL_RUNTIME_SERVER_JOBS_SUBMISSIONS_H_

#include <optional>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/access/authorization.h"
#include "runtime/server/jobs/job_families.h"
#include "runtime/server/jobs/job_keeper.h"
#include "runtime/server/jobs/job_maker.h"
#include "runtime/server/jobs/job_verbs.h"
#include "runtime/server/jobs/jobs_in_making.h"
#include "runtime/server/jobs/program_commands.h"
#include "runtime/server/jobs/submitted_programs.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/server_records/server_records.h"

namespace hpdl::rt {

/// Takes submissions, and finds jobs by their keys, external ids and parents. A repeated submission
/// does not make a second job. The id and the properties of a job are durable before its program
/// makes the job. Loop thread only. The objects that the constructor gets must outlive this one.
class Submissions {
 public:
  Submissions(StateDirectory& state, ServerRecords& records, SubmittedPrograms& programs,
              JobKeeper& keeper, ProgramCommands& commands, JobFamilies& families,
              const JobsInMaking& making, JobMaker& maker, const Authorization& authorization,
              bool guards_external_ids);

  /// These functions implement the functions of JobVerbs with the same names.
  Task<Result<std::string>> Submit(Caller caller, JobSubmission submission);
  Task<Result<std::string>> DryRun(Caller caller, JobSubmission submission);
  Result<std::string> FindExternal(const Caller& caller, const std::string& external_id);
  Result<std::string> FindKeyed(const std::string& key);

 private:
  Result<void> RefuseUnwanted(const ServedJob& job) const;
  Task<Result<std::optional<ServedJob>>> AwaitSame(const ServedJob& job);
  Task<Result<std::string>> MakeForProgram(ServedJob job, bool first);
  Result<ServedJob> Described(const Caller& caller, JobSubmission* submission) const;
  std::string ParentOf(const Caller& caller, const std::string& user,
                       const JobSubmission& submission) const;
  Result<std::optional<ServedJob>> FindSame(const ServedJob& job);
  Result<std::optional<ServedJob>> FindKnown(const ServedJob& job);
  Result<std::optional<ServedJob>> StillThere(std::optional<ServedJob> job);

  StateDirectory& state_;
  ServerRecords& records_;
  SubmittedPrograms& programs_;
  JobKeeper& keeper_;
  ProgramCommands& commands_;
  JobFamilies& families_;
  const JobsInMaking& making_;
  JobMaker& maker_;
  const Authorization& authorization_;
  /// True if two submissions with one external id make one job (hpdl.server.external.id.guard).
  const bool guards_external_ids_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_SUBMISSIONS_H_
