#ifndef HPDL_RUNTIME_SERVER_JOBS_JOB_VERBS_H_
#define HPDL_RUNTIME_SERVER_JOBS_JOB_VERBS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/ground/value/eval.h"
#include "runtime/server/access/caller.h"
#include "runtime/store/records.h"

namespace hpdl::rt {

struct JobSubmission {
  /// By which property names its application (FormOf).
  JobType type = JobType::kWorkflow;
  Properties properties;  ///< as they were sent, but for user.name, which is the caller's
  /// Else a workflow stays in PREP. A coordinator goes on either way, and so does a bundle; a
  /// bundle that is to start does not wait for its kick-off time.
  bool start = false;
  /// The job of the caller's program that this one is started for, or the action of it
  /// (`<coordinator>@<n>`); "": none. The properties are kept as they are then.
  std::string parent;
  /// Of a job without an application, what its one action is (IsOneAction()); "": it has one.
  std::string job_type;
  /// "": none. With the same one, the same job; so it is with the property oozie.wf.external.id.
  std::string idempotency_key;
};

/// What a job was submitted for.
struct JobOrigin {
  std::string external_id;  ///< what its caller calls it; "": none
  /// The job whose sub-workflow it is, or the action of a coordinator, or the bundle; "": none, or
  /// compiled into that.
  std::string parent_id;
};

/// What is asked of a coordinator or a bundle beyond what is asked of any job.
struct CoordinatorCommand {
  enum class Verb : std::uint8_t {
    kKill,  ///< of actions
    kRerun,
    kChange,
    kIgnore,
    kSlaEnable,
    kSlaDisable,
    kSlaChange,
  };
  Verb verb = Verb::kKill;
  /// Which actions: numbers and ranges (`1,3-5`), dates and ranges (`T,T::T`); "": not said so.
  std::string actions, dates;
  std::string coordinators;                                 ///< of a bundle, with commas; "": all
  std::string value;                                        ///< of a change: `NAME=VALUE;...`
  bool refresh = false, nocleanup = false, failed = false;  ///< of kRerun
  Properties properties;  ///< of kRerun: what was sent along. Oozie passes over them
};

/// How the definition of a coordinator is taken anew.
struct CoordinatorUpdate {
  Properties properties;  ///< in the place of those that it has; empty: it keeps them
  bool dry_run = false;   ///< only says what would change
  bool with_difference = true;
};

/// What is done to jobs, in no protocol's words. Each protocol of the server has it in its own.
/// Errors have Oozie's codes (E0604 no such job, E0504 no application, E0508 not the caller's,
/// ...), and those of deployed applications (applications.h). An application path that is a name
/// alone is that of one of these. Loop thread only.
class JobVerbs {
 public:
  virtual ~JobVerbs() = default;
  /// The id, once the job is durable.
  virtual Task<Result<std::string>> Submit(Caller caller, JobSubmission submission) = 0;
  /// Compiles and checks as Submit() would, and makes nothing. What is answered in place of an id:
  /// "OK" of a workflow, what would become of it of others.
  virtual Task<Result<std::string>> DryRun(Caller caller, JobSubmission submission) = 0;
  /// The definition's diagnostics as text with carets; "" if there are none worth telling. The
  /// error says that it is invalid.
  virtual Task<Result<std::string>> Validate(Caller caller, std::string file_name,
                                             std::string definition) = 0;
  /// A picture of a definition. `format`: svg or png. `states`: NODE=STATE, as hpdlc takes them.
  /// kTransient: it takes too long.
  virtual Task<Result<std::string>> Draw(Caller caller, std::string format, std::string definition,
                                         std::vector<std::string> states) = 0;
  /// Id of the caller's job whose property oozie.wf.external.id this is; "" if there is none.
  virtual Result<std::string> FindExternal(Caller caller, std::string external_id) = 0;
  /// Id of the job that somebody submitted with this idempotency key, which nobody else can have;
  /// "" if there is none. A kTransient error: it is being made.
  virtual Result<std::string> FindKeyed(const std::string& /*key*/) { return std::string(); }
  /// Nothing is known of a job that came otherwise.
  virtual Result<JobOrigin> OriginOf(const std::string& id) = 0;
  /// Ids of the jobs with this parent (JobOrigin), in the order in which they were submitted.
  virtual Result<std::vector<std::string>> ChildrenOf(const std::string& parent) = 0;
  /// What asks for something that a job in its state does not do is no error, and does nothing.
  virtual Task<Result<void>> Start(Caller caller, std::string id) = 0;
  virtual Task<Result<void>> Suspend(Caller caller, std::string id) = 0;
  virtual Task<Result<void>> Resume(Caller caller, std::string id) = 0;
  virtual Task<Result<void>> Kill(Caller caller, std::string id) = 0;
  /// `properties` name the nodes to skip, or oozie.wf.rerun.failnodes; without both all nodes run
  /// again. "E0404" both; "E0805" the job has not ended.
  virtual Task<Result<void>> Rerun(Caller caller, std::string id, Properties properties) = 0;
  /// Tries an action again that waits for a person, and resumes its job. "E0605" no such node;
  /// "E0717" it waits for nobody.
  virtual Task<Result<void>> Retry(Caller caller, std::string id, std::string node) = 0;
  /// Numbers of the actions that something was done to. The error is the program's.
  virtual Task<Result<std::vector<std::int64_t>>> Command(Caller caller, std::string id,
                                                          CoordinatorCommand command) = 0;
  /// What has changed, as a text.
  virtual Task<Result<std::string>> Update(Caller caller, std::string id,
                                           CoordinatorUpdate update) = 0;
  /// Whether the caller may do any of this to a job; each verb asks by itself, too.
  virtual Task<Result<void>> Authorize(Caller caller, JobRow job) = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_JOB_VERBS_H_
