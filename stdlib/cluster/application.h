#ifndef HPDL_STDLIB_CLUSTER_APPLICATION_H_
#define HPDL_STDLIB_CLUSTER_APPLICATION_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/hadoop/cluster.h"

/// Code shared by all kinds whose attempt is one YARN application.
namespace hpdl::stdlib {

/// The steps that differ between kinds. After a crash each step may be called again for the same
/// id. RunApplication() records the attempt's progress, so no step may call RecordProgress.
struct ApplicationSteps {
  /// Puts the files that the application needs into the cluster's file system and returns the
  /// submission. RunApplication() adds the id and the tags. Before the call, `id` was made durable,
  /// and nothing was submitted under it. A kError ends the attempt. After an error of another class
  /// the step is called again with the same id.
  std::function<rt::Task<rt::Result<rt::Submission>>(std::string id)> prepare;
  /// Returns the outcome of the attempt after the end of the application. The job history and the
  /// output files still exist at the call. After a kTransient error the step is called again, as
  /// the site's retry policy says. After a kNonTransient error it is called again when a person
  /// uses the command `retry`. The application is not started anew.
  std::function<rt::Task<rt::Outcome>(rt::Application application)> conclude;
  /// Removes the files that `prepare` and the application left. It is called after `conclude` has
  /// succeeded or failed for good, after a refused submission and after a kill. Errors are ignored.
  std::function<rt::Task<void>(std::string id)> clean;
  /// Returns the id by which users and the job history know the application: "job_..." for
  /// MapReduce. If the pointer is null, users see the application's id.
  std::string (*external_id)(const std::string& id) = nullptr;
};

/// Runs an attempt as one YARN application: takes an id, commits it, prepares, submits once, waits
/// for the end, concludes and cleans. Sets the outcome's external id, tracker URI and console URL,
/// and the external status if conclude did not set it. Users see the first three values before the
/// submission. A resumed attempt finds its application by the id. If the action is killed, the
/// application is killed, awaited, and cleaned. The wait ends after 30 s without the time of the
/// requests, and after 5 min with it; then nothing is cleaned. If an outage begins after
/// the id is committed, the progress view shows the outage. The attempt then repeats its requests
/// by the site's policy for transient failures. If the outage lasts longer than the policy allows,
/// the attempt ends with a kNonTransient error, and the outcome has at_end. If the cluster answers
/// that it has no record of the application, the attempt ends with kError "JA017". `cluster` must
/// outlive the task.
rt::Task<rt::Outcome> RunApplication(rt::ActionContext& ctx, rt::Cluster& cluster,
                                     ApplicationSteps steps);

/// Returns the MapReduce id "job_..." of the id "application_...". It serves as
/// ApplicationSteps::external_id.
std::string MapReduceId(const std::string& application_id);

/// Returns the application id in the progress of an attempt, or "" if the progress has no id. The
/// progress is "ID USER RESOURCE-MANAGER", with " submitted" at its end after the submission.
std::string ApplicationOf(std::string_view progress);

/// Returns the cluster of an action. `job_tracker` is the action's element; if it is not set, the
/// element of <global> names the cluster. `configuration` may name the user. Fails with "E0723" if
/// the program was built with --no-network.
rt::Result<rt::Cluster*> ClusterOf(rt::ActionContext& ctx,
                                   const std::optional<std::string>& job_tracker,
                                   const rt::Properties& configuration);

/// Returns hadoop.security.authentication of the cluster, or "" if it is not set, for
/// CheckCredentials().
std::string AuthenticationOf(const rt::Cluster& cluster);

/// Returns the tag of all applications of one job: "hpdl-job-" and the hex digits of a hash of the
/// job's id.
std::string ProgramTag(const rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_APPLICATION_H_
