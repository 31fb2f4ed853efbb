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

/// A request to start a workflow for an action, or to start a coordinator for a bundle.
struct WorkflowStart {
  std::int64_t number = 0;  ///< the number of the action, or the index of the coordinator
  std::string parent;       ///< the id of the action, JOB@NUMBER, or of the bundle
  /// The name that a bundle gives to the coordinator. If "", the name in the coordinator's
  /// definition is used.
  std::string name;
  std::uint32_t part = 0;  ///< the index of the coordinator in the bundle's program
  /// The identity of this start. Two starts with the same key start only one workflow.
  std::string key;
  std::string id;  ///< the id of the new job; if "", Start() chooses the id
  std::string app_path;
  Properties properties;
};

/// The UTC times of the start and the end of a job. A time is 0 if the job has not started or not
/// ended.
struct JobTimes {
  std::int64_t started_ms = 0, ended_ms = 0;
};

/// The file systems and the other jobs that the engine of a coordinator or bundle uses. The
/// functions do not block. The result of an operation that takes time is passed to a function of
/// ScheduledJob later. This never happens before the function that began the operation has
/// returned.
class CoordinatorWorld {
 public:
  virtual ~CoordinatorWorld() = default;

  /// Returns the result of the last check of a path: true if the path exists, or the error of the
  /// check. Returns no value if the path was not checked at or after `since_ms`.
  virtual Result<std::optional<bool>> IsThere(const std::string& path, std::int64_t since_ms) = 0;
  /// Begins to check paths. ScheduledJob::Seen() is called when all paths are checked.
  virtual void Look(const std::vector<std::string>& paths) = 0;

  /// Returns an id for a new workflow, or "" if Start() chooses the id.
  virtual Result<std::string> NewWorkflowId() = 0;
  /// Starts the job. The result is passed to ScheduledJob::Started().
  virtual void Start(WorkflowStart start) = 0;
  /// Returns the last known state of a started workflow, or no value if the state is unknown.
  virtual std::optional<JobState> StateOf(const std::string& workflow_id) = 0;
  /// Returns the start and end times that belong to the workflow's state in StateOf(). Returns no
  /// value if the times are unknown.
  virtual std::optional<JobTimes> TimesOf(const std::string& /*workflow_id*/) { return {}; }
  /// Kill(), Suspend() and Resume() kill, suspend or resume a workflow. The result is passed to
  /// ScheduledJob::Done(). If the workflow has already ended, the result is not an error.
  virtual void Kill(std::int64_t number, const std::string& workflow_id) = 0;
  virtual void Suspend(std::int64_t number, const std::string& workflow_id) = 0;
  virtual void Resume(std::int64_t number, const std::string& workflow_id) = 0;
  /// Runs an ended workflow again but skips its succeeded actions. The result is passed to
  /// ScheduledJob::Started().
  virtual void RunAgain(std::int64_t number, const std::string& workflow_id) = 0;
  /// Sends a request to a started coordinator. The result is passed to ScheduledJob::Done().
  virtual void Ask(std::int64_t number, CoordinatorRequest request) = 0;
  /// Deletes the existing files and directory trees at these URIs. The result is passed to
  /// ScheduledJob::Done().
  virtual void Delete(std::int64_t number, const std::vector<std::string>& uris) = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_WORLD_H_
