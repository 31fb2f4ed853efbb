#ifndef HPDL_STDLIB_CLUSTER_APPLICATION_H_
#define HPDL_STDLIB_CLUSTER_APPLICATION_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/hadoop/cluster.h"

/// The frame of every attempt that is one YARN application.
namespace hpdl::stdlib {

/// The steps in which kinds differ. Each may be called again for the same id after a crash. The
/// attempt's progress belongs to the frame: none of them may call RecordProgress.
struct ApplicationSteps {
  /// Puts what the application needs into the cluster's file system, and says how it starts; the
  /// frame adds id and tags. `id` is durable already, and nothing has been submitted with it. What
  /// fails as kError ends the attempt; after the other classes it is called again, with the same
  /// id.
  std::function<rt::Task<rt::Result<rt::Submission>>(std::string id)> prepare;
  /// What the end means. Called while history and output files are still there. After an error of
  /// class kTransient or kNonTransient it is called again, by the site's policy or after `retry`:
  /// the application is not started anew.
  std::function<rt::Task<rt::Outcome>(rt::Application application)> conclude;
  /// Removes what prepare and the application left. Called after conclude has succeeded or failed
  /// for good, after a submission that was refused, and after a kill; errors are ignored.
  std::function<rt::Task<void>(std::string id)> clean;
  /// The id as users know it: "job_..." for MapReduce, whose end the job history knows too; null:
  /// the application's.
  std::string (*external_id)(const std::string& id) = nullptr;
};

/// Takes an id, commits it, prepares, submits once, waits for the end, concludes, cleans. Sets the
/// outcome's external id, tracker URI, console URL and, if conclude did not, external status; who
/// looks at the action sees the first three from before the submission on.
/// A resumed attempt finds its application by the id. Killed with the action: the application is
/// killed, waited for (at most half a minute), and cleaned after. An outage once the id is
/// committed is shown by the progress view and bridged by the site's policy of transient failures;
/// what outlasts it is kNonTransient, at_end. One that nobody knows any more is kError "JA017".
/// `cluster` outlives the task.
rt::Task<rt::Outcome> RunApplication(rt::ActionContext& ctx, rt::Cluster& cluster,
                                     ApplicationSteps steps);

/// "job_..." of "application_...", for ApplicationSteps::external_id.
std::string MapReduceId(const std::string& application_id);

/// The application id in the progress of an attempt, "ID USER RESOURCE-MANAGER[ submitted]"; "" if
/// it has none.
std::string ApplicationOf(std::string_view progress);

/// The cluster of an action: `job_tracker` is the action's element, else <global>'s. JA-error if
/// the program was built with --no-network. `configuration` for the user.
rt::Result<rt::Cluster*> ClusterOf(rt::ActionContext& ctx,
                                   const std::optional<std::string>& job_tracker,
                                   const rt::Properties& configuration);

/// hadoop.security.authentication of the cluster, for CheckCredentials(); may be empty.
std::string AuthenticationOf(const rt::Cluster& cluster);

/// The tag that all applications of one program run have: "hpdl-job-" and hex digits of a hash over
/// the job's id.
std::string ProgramTag(const rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_APPLICATION_H_
