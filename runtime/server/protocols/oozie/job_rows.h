#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JOB_ROWS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JOB_ROWS_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/json_writer.h"
#include "runtime/store/records.h"

/// Jobs and actions as Oozie's JSON has them, member by member in its order.
namespace hpdl::rt {

/// What of a workflow job is not in its row.
struct WorkflowExtras {
  std::string_view conf;         ///< "": null
  bool app_path = false;         ///< else null, as in lists
  std::string_view external_id;  ///< "": null
  std::string_view parent_id;    ///< "": null
  std::string_view console_url;  ///< of the server; "": null
};

/// Begins the object of a job with its members up to `actions`, whose array is open then.
void BeginWorkflow(JsonWriter* json, const JobRow& job, const WorkflowExtras& extras);
/// Ends the array and the object.
void EndWorkflow(JsonWriter* json, const JobRow& job);

/// The object of an action or a control node. `console_url` is that of the server.
void WriteAction(JsonWriter* json, const NodeRow& row, std::string_view job_id,
                 std::string_view console_url);

/// Words of Oozie, whatever the dialect of the workflow is.
std::string_view WorkflowStatus(JobState state);
std::string_view ActionStatus(NodeState state);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JOB_ROWS_H_
