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

/// A workflow that is to be started for an action, or a coordinator for a bundle.
struct WorkflowStart {
  std::int64_t number = 0;  ///< of the wish
  std::string parent;       ///< the action, JOB@NUMBER, or the bundle
  std::string name;         ///< of a coordinator, as its bundle calls it; "": its own
  std::uint32_t part = 0;   ///< of a coordinator: which one of the bundle's program
  /// What this start is known by: whoever starts twice with one key has one workflow.
  std::string key;
  std::string id;  ///< that it is to have; "": the world gives it one
  std::string app_path;
  Properties properties;
};

/// When a job started and ended, UTC; 0: not yet.
struct JobTimes {
  std::int64_t started_ms = 0, ended_ms = 0;
};

/// What an engine of a coordinator or a bundle does outside of its journal. Nothing here waits:
/// what takes time is answered by a call of ScheduledJob, later and not before the call here has
/// returned.
class CoordinatorWorld {
 public:
  virtual ~CoordinatorWorld() = default;

  /// Whether a path is there, as somebody has looked no earlier than `since_ms`; nothing: nobody
  /// has. An error is that of the last look.
  virtual Result<std::optional<bool>> IsThere(const std::string& path, std::int64_t since_ms) = 0;
  /// Has paths looked at. ScheduledJob::Seen() is called when that is done.
  virtual void Look(const std::vector<std::string>& paths) = 0;

  /// An id for a workflow that is to be started; "": who starts it gives it one.
  virtual Result<std::string> NewWorkflowId() = 0;
  /// ScheduledJob::Started() answers.
  virtual void Start(WorkflowStart start) = 0;
  /// The state of a workflow that was started, if it is known.
  virtual std::optional<JobState> StateOf(const std::string& workflow_id) = 0;
  /// Its times, if they are known: those that go with StateOf().
  virtual std::optional<JobTimes> TimesOf(const std::string& /*workflow_id*/) { return {}; }
  /// These are answered by ScheduledJob::Done(). What has ended already is no error.
  virtual void Kill(std::int64_t number, const std::string& workflow_id) = 0;
  virtual void Suspend(std::int64_t number, const std::string& workflow_id) = 0;
  virtual void Resume(std::int64_t number, const std::string& workflow_id) = 0;
  /// Runs an ended workflow again without what has succeeded. Answered by Started().
  virtual void RunAgain(std::int64_t number, const std::string& workflow_id) = 0;
  /// Asks a coordinator that was started for something else than that. Answered by Done().
  virtual void Ask(std::int64_t number, CoordinatorRequest request) = 0;
  /// Deletes what is at these URIs, if it is there, with all below. Answered by Done().
  virtual void Delete(std::int64_t number, const std::vector<std::string>& uris) = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_WORLD_H_
