#ifndef HPDL_RUNTIME_SERVER_JOB_VERBS_H_
#define HPDL_RUNTIME_SERVER_JOB_VERBS_H_

#include <string>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/base/task.h"
#include "runtime/store/records.h"
#include "runtime/value/eval.h"

namespace hpdl::rt {

/// Who asks, after authentication.
struct Caller {
  std::string user;
  std::string proxy;    ///< who acts for them (`doAs`); "": nobody else
  std::string program;  ///< the root job whose program it is; "": it is no program of this server
};

struct JobSubmission {
  Properties properties;  ///< as they were sent, but for user.name, which is the caller's
  bool start = false;     ///< else it stays in PREP
  /// Of a job without an application, what its one action is (IsOneAction()); "": it has one.
  std::string job_type;
  /// "": none. With the same one, the same job; so it is with the property oozie.wf.external.id.
  std::string idempotency_key;
};

/// What a job was submitted for.
struct JobOrigin {
  std::string external_id;  ///< what its caller calls it; "": none
  std::string parent_id;    ///< the job whose sub-workflow it is; "": none, or compiled into that
};

/// What is done to jobs, in no protocol's words. Each protocol of the server has it in its own.
/// Errors have Oozie's codes (E0604 no such job, E0504 no application, E0508 not the caller's,
/// ...). Loop thread only.
class JobVerbs {
 public:
  virtual ~JobVerbs() = default;
  /// The id, once the job is durable.
  virtual Task<Result<std::string>> Submit(Caller caller, JobSubmission submission) = 0;
  /// Compiles and checks as Submit() would, and makes nothing.
  virtual Task<Result<void>> DryRun(Caller caller, Properties properties) = 0;
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
  /// Nothing is known of a job that came otherwise.
  virtual Result<JobOrigin> OriginOf(const std::string& id) = 0;
  /// What asks for something that a job in its state does not do is no error, and does nothing.
  virtual Task<Result<void>> Start(Caller caller, std::string id) = 0;
  virtual Task<Result<void>> Suspend(Caller caller, std::string id) = 0;
  virtual Task<Result<void>> Resume(Caller caller, std::string id) = 0;
  virtual Task<Result<void>> Kill(Caller caller, std::string id) = 0;
  /// `properties` name the nodes to skip, or oozie.wf.rerun.failnodes; without both all nodes run
  /// again. "E0404" both; "E0805" the job has not ended.
  virtual Task<Result<void>> Rerun(Caller caller, std::string id, Properties properties) = 0;
  /// Whether the caller may do any of this to a job; each verb asks by itself, too.
  virtual Task<Result<void>> Authorize(Caller caller, JobRow job) = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOB_VERBS_H_
