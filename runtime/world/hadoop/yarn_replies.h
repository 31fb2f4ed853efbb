#ifndef HPDL_RUNTIME_WORLD_HADOOP_YARN_REPLIES_H_
#define HPDL_RUNTIME_WORLD_HADOOP_YARN_REPLIES_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/world/hadoop/cluster.h"

/// Reads and writes the JSON of the REST interfaces of YARN and of the job history. A reply of a
/// different form is an error of class kNonTransient, "E0902", because it does not come from YARN
/// or the job history. An object in a reply may have the same key twice, as YARN's object
/// resourceSecondsMap does.
namespace hpdl::rt {

/// True if the text is "application_", digits, "_" and digits.
bool IsApplicationId(std::string_view text);

/// Returns "job_" and the digits of an application's id.
std::string JobIdOf(std::string_view application_id);

/// Returns the id in a reply of new-application.
Result<std::string> ReadNewApplication(std::string_view json);
/// Reads {"app": {...}}.
Result<Application> ReadApplication(std::string_view json);
/// Reads {"apps": {"app": [...]}}. An empty object or null has no applications. The text is read
/// once, from front to back, which bounds time and memory.
Result<std::vector<Application>> ReadApplications(std::string_view json);
/// Reads {"state": "KILLED"}, the reply to a change of the state.
Result<void> ReadStateReply(std::string_view json);
/// Returns the haState of {"clusterInfo": {...}}: "INITIALIZING", "ACTIVE", "STANDBY" or
/// "STOPPING". Returns "" for every other text.
std::string ReadHaState(std::string_view json);
/// Reads {"job": {...}}.
Result<HistoryJob> ReadHistoryJob(std::string_view json);
/// Reads the totals of {"jobCounters": {...}}.
Result<Counters> ReadJobCounters(std::string_view json);

/// Returns the body of a submission.
std::string SubmissionBody(const Submission& submission);

/// Returns the error for a reply with a status other than 2xx. It is kTransient "JA009" for a
/// standby, an overload and HTTP status 5xx. It is kNonTransient "JA002" if the server requires a
/// login or denies permission. It is kNonTransient "E0902" for a reply without a RemoteException,
/// and kError "JA009" for other refusals. `host` is the server that answered.
Error ErrorOfYarnReply(int status, std::string_view body, const std::string& host);

/// True if the reply comes from a resource manager that is not active: if it is a redirect, or if
/// its text says so.
bool IsStandbyReply(int status, std::string_view body);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_YARN_REPLIES_H_
