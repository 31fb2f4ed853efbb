#ifndef HPDL_RUNTIME_SERVER_SERVED_JOBS_H_
#define HPDL_RUNTIME_SERVER_SERVED_JOBS_H_

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/server/application_place.h"
#include "runtime/server/applications.h"
#include "runtime/server/authorization.h"
#include "runtime/server/compiled_programs.h"
#include "runtime/server/job_keeper.h"
#include "runtime/server/job_verbs.h"
#include "runtime/server/work_line.h"

namespace hpdl::rt {

/// The verbs, carried out by the programs of the jobs. A job is made exactly once: its id and its
/// properties are durable before its program is told to make it, and a program makes a job of a
/// given id once. Loop thread only; what it is given outlives it.
class ServedJobs final : public JobVerbs {
 public:
  ServedJobs(boost::asio::io_context& loop, StateDirectory& state, ServerRecords& records,
             CompiledPrograms& programs, Children& children, std::shared_ptr<WorkLine> commands,
             JobKeeper& keeper, Applications& applications, const Authorization& authorization,
             const Site& site, ApplicationRules rules, ServerLog log);

  /// Makes and does what an earlier server was told to and had not done when it ended.
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
  using ChildVerb = Task<Result<void>> (ServedJobs::*)(FoundJob found);
  Task<Result<std::string>> ProgramFor(const Caller& caller, const JobSubmission& submission,
                                       std::string* folder = nullptr);
  Result<DeployedApplication> Active(const std::string& name);
  Result<std::optional<DeployedApplication>> Deployed(const JobSubmission& submission);
  Task<Result<std::string>> OneActionProgram(std::string user, std::string job_type,
                                             const Properties& properties);
  Task<Result<std::string>> Make(ServedJob job);
  Task<Result<bool>> MakeAndRun(ServedJob job, bool* refused);
  Task<void> MakeAgain(ServedJob job);
  Task<Result<void>> BeginMade(const ServedJob& job);
  Task<Result<void>> StartBundle(FoundJob found);
  Result<ServedJob> Described(const Caller& caller, JobSubmission* submission) const;
  std::string ParentOf(const Caller& caller, const std::string& user,
                       const JobSubmission& submission) const;
  Result<std::optional<ServedJob>> FindSame(const ServedJob& job);
  Result<std::optional<ServedJob>> FindKnown(const ServedJob& job);
  Result<std::optional<ServedJob>> StillThere(std::optional<ServedJob> job);
  Task<Result<FoundJob>> Ask(Caller caller, std::string id) const;
  Task<Result<ChildEnd>> RunCommand(WorkItem item, ChildCommand command);
  Task<Result<std::string>> AskFor(FoundJob found, std::string_view verb, ChildCommand command);
  Result<void> Follow(const std::string& root_id);
  Task<Result<void>> Tell(FoundJob found, std::string_view verb, std::string_view option = {});
  Task<Result<void>> TellToGoOn(FoundJob found);
  Task<Result<void>> TellInto(FoundJob found, std::string_view verb, JobState state);
  Task<Result<void>> RunAgain(FoundJob found, ChildCommand command, std::string program);
  Task<Result<void>> TellFamily(FoundJob found, std::string verb);
  Task<void> TellAgain(std::string id, std::string verb);
  static ChildVerb FamilyVerb(std::string_view verb);
  Task<Result<void>> TellChildren(FoundJob found, ChildVerb verb);
  Task<Result<void>> TellCoordinator(FoundJob found, std::string_view verb);
  Task<Result<void>> SuspendAlone(FoundJob found);
  Task<Result<void>> ResumeAlone(FoundJob found);
  Task<Result<void>> KillAlone(FoundJob found);
  Task<Result<void>> AwaitEnd(std::string root_id);
  Task<Result<void>> AwaitLeft(std::string id, JobState state);

  boost::asio::io_context& loop_;
  StateDirectory& state_;
  ServerRecords& records_;
  CompiledPrograms& programs_;
  Children& children_;
  JobKeeper& keeper_;
  Applications& applications_;
  const Authorization& authorization_;
  const Site& site_;
  const ApplicationRules rules_;
  const ServerLog log_;
  const std::shared_ptr<WorkLine> commands_;
  /// Ids of the jobs that are being made, once for each who does; shared with them.
  const std::shared_ptr<std::multiset<std::string>> making_ =
      std::make_shared<std::multiset<std::string>>();
  std::set<std::string> older_;  ///< programs that cannot make and run a job in one
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_SERVED_JOBS_H_
