#ifndef HPDL_RUNTIME_ENGINES_WATCH_STATE_WATCH_H_
#define HPDL_RUNTIME_ENGINES_WATCH_STATE_WATCH_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/ground/base/clock.h"
#include "runtime/store/catalogue.h"

namespace hpdl::rt {

/// The jobs of a state directory that parked jobs wait for, such as the workflows of coordinators.
/// A wait is over when its job has left the given state or no longer exists. Each beat asks the
/// catalogue once about jobs that have just changed, jobs with new waits, and a part of the others.
/// So each job is checked regularly, whatever the times of its rows are. Loop thread only.
class StateWatch {
 public:
  /// `over` is called with the number of a waiting job; the call removes the job. `again_ms`: each
  /// job is asked for at least once in this time. A job counts as gone after it has been unknown
  /// for this time, because it may be about to be made.
  StateWatch(Catalogue& catalogue, std::int64_t beat_ms, std::int64_t again_ms,
             std::function<void(std::uint64_t job)> over);

  /// Adds `job`, which waits until job `id` leaves `state`.
  void Add(std::uint64_t job, const std::string& id, JobState state);
  /// Removes the waits of a job.
  void Remove(std::uint64_t job);
  /// Looks at the jobs that have changed since `changed_from_ms` (UTC) and at the jobs that are
  /// due.
  void Beat(std::int64_t changed_from_ms);

 private:
  using Clock = SteadyClock;
  struct Waiter {
    std::uint64_t job = 0;
    JobState state = JobState::kPrep;
  };
  struct Awaited {
    std::vector<Waiter> waiters;
    /// The time since which the job is unknown.
    std::optional<Clock::time_point> unknown;
  };

  std::vector<std::string> Due();
  void Tell(const std::string& id, std::optional<JobState> state);

  Catalogue& catalogue_;
  const std::size_t beats_;  ///< the number of beats in which all jobs are asked for
  const std::chrono::milliseconds again_;
  const std::function<void(std::uint64_t)> over_;
  std::map<std::string, Awaited> awaited_;
  /// Ids of awaited jobs by the number of the waiting job.
  std::unordered_map<std::uint64_t, std::vector<std::string>> ids_of_;
  std::vector<std::string> new_;  ///< jobs with new waits that have not been asked for
  std::string last_;              ///< the last job that the turn through all jobs has asked for
  /// The largest number of awaited jobs since this turn through all jobs began.
  std::size_t round_ = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WATCH_STATE_WATCH_H_
