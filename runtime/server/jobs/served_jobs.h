#ifndef HPDL_RUNTIME_SERVER_JOBS_SERVED_JOBS_H_
#define HPDL_RUNTIME_SERVER_JOBS_SERVED_JOBS_H_

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/server/access/authorization.h"
#include "runtime/server/applications/application_place.h"
#include "runtime/server/applications/applications.h"
#include "runtime/server/applications/compiled_programs.h"
#include "runtime/server/jobs/job_families.h"
#include "runtime/server/jobs/job_keeper.h"
#include "runtime/server/jobs/job_maker.h"
#include "runtime/server/jobs/job_reruns.h"
#include "runtime/server/jobs/job_verbs.h"
#include "runtime/server/jobs/jobs_in_making.h"
#include "runtime/server/jobs/program_commands.h"
#include "runtime/server/jobs/submissions.h"
#include "runtime/server/jobs/submitted_programs.h"
#include "runtime/server/work/work_line.h"

namespace hpdl::rt {

/// Carries out the verbs with the programs of the jobs. Each verb checks whether the caller may act
/// on the job, and calls the class that does the work. A job is made exactly once. Its id and its
/// properties are durable before its program makes the job, and a program makes a job of a given id
/// only once. Loop thread only. The objects that the constructor gets must outlive this one.
class ServedJobs final : public JobVerbs {
 public:
  ServedJobs(boost::asio::io_context& loop, StateDirectory& state, ServerRecords& records,
             CompiledPrograms& programs, Children& children, std::shared_ptr<WorkLine> commands,
             JobKeeper& keeper, Applications& applications, const Authorization& authorization,
             const Site& site, ApplicationRules rules, ServerLog log);

  /// Makes the jobs and carries out the verbs that an earlier server had accepted but not
  /// completed.
  Result<void> Begin();

  Task<Result<std::string>> Submit(Caller caller, JobSubmission submission) override;
  Task<Result<std::string>> DryRun(Caller caller, JobSubmission submission) override;
  Task<Result<std::string>> Validate(Caller caller, std::string file_name,
                                     std::string definition) override;
  Task<Result<std::string>> Draw(Caller caller, std::string format, std::string definition,
                                 std::vector<std::string> states) override;
  Result<std::string> FindExternal(Caller caller, std::string external_id) override;
  Result<std::string> FindKeyed(const std::string& key) override;
  Result<JobOrigin> OriginOf(const std::string& id) override;
  Result<std::vector<std::string>> ChildrenOf(const std::string& parent) override;
  Task<Result<void>> Start(Caller caller, std::string id) override;
  Task<Result<void>> Suspend(Caller caller, std::string id) override;
  Task<Result<void>> Resume(Caller caller, std::string id) override;
  Task<Result<void>> Kill(Caller caller, std::string id) override;
  Task<Result<void>> Rerun(Caller caller, std::string id, Properties properties) override;
  Task<Result<void>> Retry(Caller caller, std::string id, std::string node) override;
  Task<Result<std::vector<std::int64_t>>> Command(Caller caller, std::string id,
                                                  CoordinatorCommand command) override;
  Task<Result<std::string>> Update(Caller caller, std::string id,
                                   CoordinatorUpdate update) override;
  Task<Result<void>> Authorize(Caller caller, JobRow job) override;

 private:
  Task<Result<FoundJob>> Ask(Caller caller, std::string id) const;
  Result<Properties> PropertiesAfter(const CoordinatorUpdate& update, const FoundJob& found);
  Task<void> TellAgain(std::string id, std::string verb);
  bool MayStart(const FoundJob& found);

  boost::asio::io_context& loop_;
  StateDirectory& state_;
  ServerRecords& records_;
  CompiledPrograms& compiled_;
  JobKeeper& keeper_;
  const Authorization& authorization_;
  const ServerLog log_;
  SubmittedPrograms programs_;
  ProgramCommands commands_;
  JobsInMaking making_;
  JobFamilies families_;
  JobMaker maker_;
  Submissions submissions_;
  JobReruns reruns_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_SERVED_JOBS_H_
