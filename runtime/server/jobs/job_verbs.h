#ifndef HPDL_RUNTIME_SERVER_JOBS_JOB_VERBS_H_
#define HPDL_RUNTIME_SERVER_JOBS_JOB_VERBS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/ground/value/eval.h"
#include "runtime/server/access/caller.h"
#include "runtime/store/records.h"

namespace hpdl::rt {

struct JobSubmission {
  /// The type of the job. It decides which property has the path of the application (FormOf).
  JobType type = JobType::kWorkflow;
  Properties properties;  ///< the properties as the caller sent them, except that user.name is the
                          ///< caller's name
  /// True: a workflow starts, and a bundle starts without waiting for its kick-off time. False: a
  /// workflow stays in PREP, and a bundle waits for its kick-off time. A coordinator starts in both
  /// cases.
  bool start = false;
  /// The parent: the job whose program makes this submission, or an action of that job
  /// (`<coordinator>@<n>`); "": no parent. If a job has a parent, its properties are stored
  /// unchanged.
  std::string parent;
  /// The kind of the only action of a job without an application (IsOneAction()); "": the job has
  /// an application.
  std::string job_type;
  /// Submissions with the same key make only one job. "": no key.
  std::string idempotency_key;
  /// True if the caller has left. Then the server does not read the application to its end. Empty:
  /// it does.
  std::function<bool()> gone = {};
};

/// The external id and the parent that a job was submitted with.
struct JobOrigin {
  std::string external_id;  ///< the caller's own id for the job; "": no id
  /// The parent: a workflow job for a sub-workflow, an action for a coordinator's workflow, a
  /// bundle for its coordinator. "": there is no parent, or the job is compiled into its parent.
  std::string parent_id;
};

/// A command that only a coordinator or a bundle has.
struct CoordinatorCommand {
  enum class Verb : std::uint8_t {
    kKill,  ///< kills actions
    kRerun,
    kChange,
    kIgnore,
    kSlaEnable,
    kSlaDisable,
    kSlaChange,
  };
  Verb verb = Verb::kKill;
  /// The actions that the command is for. `actions` has numbers and ranges of numbers (`1,3-5`),
  /// `dates` has nominal times and ranges of times (`T,T::T`). If both are "", the command names no
  /// actions.
  std::string actions, dates;
  std::string coordinators;  ///< coordinators of a bundle, comma separated; "": all of them
  std::string value;         ///< the change: `NAME=VALUE;...`
  bool refresh = false, nocleanup = false, failed = false;  ///< options of kRerun
  Properties properties;  ///< only for kRerun: the properties in the request, which Oozie ignores
};

/// An update of a coordinator to its new definition.
struct CoordinatorUpdate {
  Properties properties;  ///< the new properties of the coordinator; empty: they are not changed
  bool dry_run = false;   ///< the changes are reported but not made
  bool with_difference = true;
};

/// The operations on jobs, independent of protocols. Each protocol of the server translates its own
/// commands into these operations. Errors have Oozie's codes (E0604 no such job, E0504 no
/// application, E0508 not the caller's, and so on) or the codes of deployed applications
/// (applications.h). An application path that is only a name means a deployed application. Loop
/// thread only.
class JobVerbs {
 public:
  virtual ~JobVerbs() = default;
  /// Makes a job. Returns the job's id once the job is durable.
  virtual Task<Result<std::string>> Submit(Caller caller, JobSubmission submission) = 0;
  /// Compiles and checks as Submit() would, but makes no job. Returns "OK" for a workflow. For a
  /// coordinator or a bundle, returns the text of its program's dry run.
  virtual Task<Result<std::string>> DryRun(Caller caller, JobSubmission submission) = 0;
  /// Returns the definition's diagnostics as text with carets; "": no diagnostics. Returns an error
  /// if the definition is invalid.
  virtual Task<Result<std::string>> Validate(Caller caller, std::string file_name,
                                             std::string definition) = 0;
  /// Returns a picture of a definition. `format`: svg or png. `states`: a text NODE=STATE for each
  /// node to be coloured. "E0710": the drawing takes too long; kTransient: it cannot be started.
  virtual Task<Result<std::string>> Draw(Caller caller, std::string format, std::string definition,
                                         std::vector<std::string> states) = 0;
  /// Returns the id of the caller's job whose property oozie.wf.external.id is `external_id`; "":
  /// no such job.
  virtual Result<std::string> FindExternal(Caller caller, std::string external_id) = 0;
  /// Returns the id of the job that was submitted with this idempotency key; "": no such job. The
  /// key must be unique among all users. A kTransient error: the job is being made.
  virtual Result<std::string> FindKeyed(const std::string& /*key*/) { return std::string(); }
  /// Returns the origin of a job. The fields are empty if the job was not submitted to this server.
  virtual Result<JobOrigin> OriginOf(const std::string& id) = 0;
  /// Returns the ids of the jobs with this parent (JobOrigin), in the order of their submissions.
  virtual Result<std::vector<std::string>> ChildrenOf(const std::string& parent) = 0;
  /// Starts a job. It is no error if start, suspend, resume or kill has no effect in the present
  /// state of the job.
  virtual Task<Result<void>> Start(Caller caller, std::string id) = 0;
  virtual Task<Result<void>> Suspend(Caller caller, std::string id) = 0;
  virtual Task<Result<void>> Resume(Caller caller, std::string id) = 0;
  virtual Task<Result<void>> Kill(Caller caller, std::string id) = 0;
  /// Starts a new run of a job that has ended. `properties` may name the nodes to skip, or may set
  /// oozie.wf.rerun.failnodes; without these properties, all nodes run again. "E0404": both
  /// properties are set; "E0805": the job has not ended.
  virtual Task<Result<void>> Rerun(Caller caller, std::string id, Properties properties) = 0;
  /// Repeats an action that waits for a person, and resumes its job. "E0605": no such node;
  /// "E0717": the action does not wait for a person.
  virtual Task<Result<void>> Retry(Caller caller, std::string id, std::string node) = 0;
  /// Carries out a command, and returns the numbers of the actions that it changed. If the program
  /// of the job refuses, returns its error.
  virtual Task<Result<std::vector<std::int64_t>>> Command(Caller caller, std::string id,
                                                          CoordinatorCommand command) = 0;
  /// Compiles the definition of a coordinator again, and returns the changes as text.
  virtual Task<Result<std::string>> Update(Caller caller, std::string id,
                                           CoordinatorUpdate update) = 0;
  /// Checks that the caller may act on a job. Each verb also checks this itself.
  virtual Task<Result<void>> Authorize(Caller caller, JobRow job) = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_JOB_VERBS_H_
