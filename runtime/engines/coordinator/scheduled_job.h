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

/// A change that an engine reports after its commit. It concerns the action or the coordinator
/// `name`; an empty `name` means the job itself.
struct ScheduleNews {
  std::string name;
  std::string state;
  std::string job_id;  ///< the id of the job that was started for the action or coordinator
  std::string error_code, error_message;
};

/// A coordinator or a bundle over its journal. It writes each wish (a start, a kill, ...) into the
/// journal before it asks the world for it. After a crash it finds the wish in the journal and asks
/// the world again. It has no clock of its own (base/clock.h) and never blocks: the caller calls
/// Beat() when something may be due. Not thread-safe.
class ScheduledJob {
 public:
  virtual ~ScheduledJob() = default;

  /// Does what is due now. All changes are durable when Beat() returns; it asks the world for the
  /// wishes after the commit. Errors are those of the journal.
  virtual Result<void> Beat() = 0;
  /// The world calls this when it has new information. The next beat looks again.
  virtual void Seen() = 0;
  /// The world's answer to a start: the id of the started job. `number` is the number of the
  /// action, or the index of the coordinator in its bundle.
  virtual void Started(std::int64_t number, const Result<std::string>& id) = 0;
  /// The world's answer to each call other than a start.
  virtual void Done(std::int64_t number, const Result<void>& done) = 0;
  /// Carries out the request in the next commit, which Beat() makes. Returns the numbers of the
  /// affected actions. An error changes nothing. A request that Oozie silently ignores is not an
  /// error.
  virtual Result<std::vector<std::int64_t>> Ask(const CoordinatorRequest& request) = 0;

  virtual const JobRow& row() const = 0;
  /// True if nothing is left to do and never will be.
  virtual bool IsOver() const = 0;
  /// True if another program must continue the job; this object does nothing more.
  virtual bool IsHandedOver() const { return false; }
  /// True if the world has answered every call.
  virtual bool IsIdle() const = 0;
  /// UTC milliseconds of the next beat that has something to do if nothing comes from outside. No
  /// value: there is no such time.
  virtual std::optional<std::int64_t> NextBeatMs() const = 0;
  /// The waits of the job while it is idle.
  virtual std::vector<Wait> Waits() const = 0;
  /// Commits the note of the waits to the journal. Unpark() removes the note in the next beat.
  virtual Result<void> Park(std::string note) = 0;
  virtual void Unpark() = 0;

  /// Called for each change after its commit.
  std::function<void(const ScheduleNews&)> on_news;

 protected:
  /// The return value of Ask() for a request that changes nothing and is not an error.
  static std::vector<std::int64_t> Nothing() { return {}; }
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_SCHEDULED_JOB_H_
