#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_WORLD_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_WORLD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/coordinator/coordinator_request.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"
#include "runtime/store/records.h"

namespace hpdl::rt {

/// The start of a workflow for an action, or of a coordinator for a bundle.
struct WorkflowStart {
  std::int64_t number = 0;  ///< the number of the action, or the index of the coordinator
  std::string parent;       ///< the id of the action, JOB@NUMBER, or of the bundle
  /// The name that a bundle gives the coordinator; "": the coordinator keeps its own name.
  std::string name;
  std::uint32_t part = 0;  ///< the index of the coordinator in the bundle's program
  /// The identity of this start: two starts with one key give one workflow.
  std::string key;
  std::string id;  ///< the id of the new job; "": the world chooses an id
  std::string app_path;
  Properties properties;
};

/// UTC times of the start and the end of a job; 0: it has not started or ended yet.
struct JobTimes {
  std::int64_t started_ms = 0, ended_ms = 0;
};

/// The world outside of a coordinator's or bundle's engine: file systems and other jobs. No
/// function here blocks. If an operation takes time, a later call of ScheduledJob gives the answer.
/// That call never comes before the function here has returned.
class CoordinatorWorld {
 public:
  virtual ~CoordinatorWorld() = default;

  /// True if the path exists, as of a look at or after `since_ms`. No value: there was no such
  /// look. An error is the error of the last look.
  virtual Result<std::optional<bool>> IsThere(const std::string& path, std::int64_t since_ms) = 0;
  /// Begins to look at paths and calls ScheduledJob::Seen() at the end.
  virtual void Look(const std::vector<std::string>& paths) = 0;

  /// Returns an id for a new workflow. "": the start itself chooses the id.
  virtual Result<std::string> NewWorkflowId() = 0;
  /// Starts the job. ScheduledJob::Started() gets the answer.
  virtual void Start(WorkflowStart start) = 0;
  /// The last known state of a started workflow. No value: the state is unknown.
  virtual std::optional<JobState> StateOf(const std::string& workflow_id) = 0;
  /// The start and end times of a workflow, known as of StateOf(). No value: they are unknown.
  virtual std::optional<JobTimes> TimesOf(const std::string& /*workflow_id*/) { return {}; }
  /// Commands to a workflow. ScheduledJob::Done() gets the answer. A workflow that has already
  /// ended is not an error.
  virtual void Kill(std::int64_t number, const std::string& workflow_id) = 0;
  virtual void Suspend(std::int64_t number, const std::string& workflow_id) = 0;
  virtual void Resume(std::int64_t number, const std::string& workflow_id) = 0;
  /// Runs an ended workflow again but skips its succeeded actions. ScheduledJob::Started() gets the
  /// answer.
  virtual void RunAgain(std::int64_t number, const std::string& workflow_id) = 0;
  /// Sends a request to a started coordinator. ScheduledJob::Done() gets the answer.
  virtual void Ask(std::int64_t number, CoordinatorRequest request) = 0;
  /// Deletes the existing files and directory trees at these URIs. ScheduledJob::Done() gets the
  /// answer.
  virtual void Delete(std::int64_t number, const std::vector<std::string>& uris) = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_WORLD_H_
