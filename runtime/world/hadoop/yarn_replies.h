#ifndef HPDL_RUNTIME_WORLD_HADOOP_YARN_REPLIES_H_
#define HPDL_RUNTIME_WORLD_HADOOP_YARN_REPLIES_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/world/hadoop/cluster.h"

/// The JSON of YARN's and the job history's REST interfaces. The same key may come twice in an
/// object, as in resourceSecondsMap. A text that is none of these is an error of class
/// kNonTransient, "E0902": whatever answered is no such server.
namespace hpdl::rt {

/// "application_" digits "_" digits.
bool IsApplicationId(std::string_view text);

/// "job_" and the digits of an application's id.
std::string JobIdOf(std::string_view application_id);

/// Of new-application: the id.
Result<std::string> ReadNewApplication(std::string_view json);
/// {"app": {...}}
Result<Application> ReadApplication(std::string_view json);
/// {"apps": {"app": [...]}}; none is an empty object or null. Time and memory are those of reading
/// once from front to back.
Result<std::vector<Application>> ReadApplications(std::string_view json);
/// {"state": "KILLED"}: the answer to a change of it.
Result<void> ReadStateReply(std::string_view json);
/// {"job": {...}}
Result<HistoryJob> ReadHistoryJob(std::string_view json);
/// {"jobCounters": {...}}, the totals.
Result<Counters> ReadJobCounters(std::string_view json);

/// The body of a submission.
std::string SubmissionBody(const Submission& submission);

/// The error that a reply other than 2xx stands for. Classes: standby, overload and HTTP status 5xx
/// are kTransient "JA009"; a wanted login and users that may not do this are kNonTransient "JA002";
/// other refusals are kError "JA009"; what has no RemoteException is kNonTransient "E0902". `host`
/// is who answered.
Error ErrorOfYarnReply(int status, std::string_view body, const std::string& host);

/// What a resource manager says that is not the active one: the body of a redirect, or a page.
bool IsStandbyReply(int status, std::string_view body);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_YARN_REPLIES_H_
