#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_SCHEDULED_JOB_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_SCHEDULED_JOB_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/coordinator/coordinator_request.h"
#include "runtime/ground/base/result.h"
#include "runtime/store/records.h"
#include "runtime/store/wait.h"

namespace hpdl::rt {

/// A change that an engine reports after the change is committed. The change concerns the action or
/// the coordinator `name`, or the job itself if `name` is empty.
struct ScheduleNews {
  std::string name;
  std::string state;
  std::string job_id;  ///< the id of the job that was started for the action or coordinator
  std::string error_code, error_message;
};

/// The engine of a coordinator or a bundle. The engine records each operation (a start, a kill,
/// ...) in the journal before it calls CoordinatorWorld for the operation. After a crash, the
/// engine reads the operation from the journal and repeats the operation. The engine has no timer
/// and never blocks; the caller calls Beat() when something may be due. The class is not
/// thread-safe.
class ScheduledJob {
 public:
  virtual ~ScheduledJob() = default;

  /// Does the work that is due. All changes are durable when Beat() returns. Recorded operations
  /// begin after the commit. Returns an error only if the journal fails.
  virtual Result<void> Beat() = 0;
  /// Must be called when the state of paths or jobs may have changed. The next Beat() checks these
  /// states again.
  virtual void Seen() = 0;
  /// Must be called with the result of CoordinatorWorld::Start() or RunAgain(). `id` is the id of
  /// the started job, or the error of the start. `number` is the number of the action, or the index
  /// of the coordinator in its bundle.
  virtual void Started(std::int64_t number, const Result<std::string>& id) = 0;
  /// Must be called with the result of every other operation of CoordinatorWorld.
  virtual void Done(std::int64_t number, const Result<void>& done) = 0;
  /// Carries out the request; the next Beat() commits the changes. Returns the numbers of the
  /// affected actions. If Ask() returns an error, nothing changes. A request that Oozie silently
  /// ignores is not an error.
  virtual Result<std::vector<std::int64_t>> Ask(const CoordinatorRequest& request) = 0;

  virtual const JobRow& row() const = 0;
  /// True if the job has ended and no operation is left.
  virtual bool IsOver() const = 0;
  /// True if another program must continue the job; this object does nothing more.
  virtual bool IsHandedOver() const { return false; }
  /// True if all operations that have begun have their results.
  virtual bool IsIdle() const = 0;
  /// Returns the UTC milliseconds at which Beat() has work again, unless a result, request or
  /// change comes earlier. Returns no value if Beat() has work only after a result, request or
  /// change.
  virtual std::optional<std::int64_t> NextBeatMs() const = 0;
  /// The events for which the job waits while it is idle.
  virtual std::vector<Wait> Waits() const = 0;
  /// Commits the parking note to the journal. After Unpark(), the next Beat() removes the parking
  /// note.
  virtual Result<void> Park(std::string note) = 0;
  virtual void Unpark() = 0;

  /// The job calls this function for each change, after the commit of the change.
  std::function<void(const ScheduleNews&)> on_news;

 protected:
  /// The return value of Ask() for a request that changes nothing and is not an error.
  static std::vector<std::int64_t> Nothing() { return {}; }
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_SCHEDULED_JOB_H_
