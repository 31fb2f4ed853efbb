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

/// What an engine tells of an action or a coordinator or, without a name, of the job, once it is
/// durable.
struct ScheduleNews {
  std::string name;
  std::string state;
  std::string job_id;  ///< of the job that was started for it
  std::string error_code, error_message;
};

/// A coordinator or a bundle over its journal. What it wants of the world it has written down
/// before it asks for it, so that after a crash it asks again. It has no clock of its own
/// (base/clock.h) and waits for nothing: who runs it calls Beat() when something may be due. Not
/// thread-safe.
class ScheduledJob {
 public:
  virtual ~ScheduledJob() = default;

  /// Does what is due now. What it has changed is durable when it returns, and then the world is
  /// asked for what is wished. Errors are those of the journal.
  virtual Result<void> Beat() = 0;
  /// The world has seen something: the next beat may say more.
  virtual void Seen() = 0;
  /// The answer of the world to a start: the id of the job. `number` is that of the wish.
  virtual void Started(std::int64_t number, const Result<std::string>& id) = 0;
  /// The answer to everything else.
  virtual void Done(std::int64_t number, const Result<void>& done) = 0;
  /// Does what is asked, in the next commit, which is Beat()'s. Gives the numbers of the actions
  /// that are meant. An error changes nothing; what Oozie swallows is none.
  virtual Result<std::vector<std::int64_t>> Ask(const CoordinatorRequest& request) = 0;

  virtual const JobRow& row() const = 0;
  /// Whether nothing is left to do, for good.
  virtual bool IsOver() const = 0;
  /// Whether another program is to go on with it: nothing more happens here.
  virtual bool IsHandedOver() const { return false; }
  /// Whether there is nothing that the world has still to answer.
  virtual bool IsIdle() const = 0;
  /// When the next beat has something to do if nothing comes from outside; none: never.
  virtual std::optional<std::int64_t> NextBeatMs() const = 0;
  /// What it waits for while it is idle.
  virtual std::vector<Wait> Waits() const = 0;
  /// Writes the note of the waits, durably; and has the next beat take it away.
  virtual Result<void> Park(std::string note) = 0;
  virtual void Unpark() = 0;

  /// Called for each change after its commit.
  std::function<void(const ScheduleNews&)> on_news;

 protected:
  /// The answer of Ask() to a request that changes nothing and is no error.
  static std::vector<std::int64_t> Nothing() { return {}; }
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_SCHEDULED_JOB_H_
