#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_WORKFLOW_JSON_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_WORKFLOW_JSON_H_

#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/json_writer.h"
#include "runtime/store/records.h"

/// Writes jobs and actions as JSON. The members are in Oozie's order.
namespace hpdl::rt {

/// Members of Oozie's JSON for a workflow job that are not in the job's row.
struct WorkflowExtras {
  std::string_view conf;         ///< "": null in JSON
  bool app_path = false;         ///< false: appPath is null, as in Oozie's lists
  std::string_view external_id;  ///< "": null in JSON
  std::string_view parent_id;    ///< "": null in JSON
  std::string_view console_url;  ///< the URL of the server; "": null in JSON
};

/// Begins the object of a job with its members up to the array `actions`, which stays open.
void BeginWorkflow(JsonWriter* json, const JobRow& job, const WorkflowExtras& extras);
/// Ends the array and the object of BeginWorkflow().
void EndWorkflow(JsonWriter* json, const JobRow& job);

/// Writes the object of an action or a control node. `conf` is the text of ConfOf(). `console_url`
/// is the URL of the server.
void WriteAction(JsonWriter* json, const NodeRow& row, const std::optional<std::string>& conf,
                 std::string_view job_id, std::string_view console_url);

/// Returns Oozie's word for the state, also for a workflow of another dialect.
std::string_view WorkflowStatus(JobState state);
std::string_view ActionStatus(NodeState state);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_WORKFLOW_JSON_H_
