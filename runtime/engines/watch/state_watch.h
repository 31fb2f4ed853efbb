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

/// Checks the jobs that parked jobs of the same state directory wait for, such as the workflows of
/// coordinators. A wait names a state of the awaited job. The wait is over when the awaited job has
/// left this state or no longer exists. Each Beat() reads the catalogue's rows of three sorts of
/// jobs: jobs that have just changed, awaited jobs with new waits, and a part of all awaited jobs.
/// So each awaited job is checked regularly, even if the time of its row is wrong. All calls must
/// be made on the loop's thread.
class StateWatch {
 public:
  /// `over` is called with the number of a waiting job whose wait is over; `over` must remove the
  /// job. Each awaited job is checked at least once in `again_ms`. A job that is missing in the
  /// catalogue may not have been made yet. So the wait for this job is over only after `again_ms`.
  StateWatch(Catalogue& catalogue, std::int64_t beat_ms, std::int64_t again_ms,
             std::function<void(std::uint64_t job)> over);

  /// Adds `job`, which waits until job `id` leaves `state`.
  void Add(std::uint64_t job, const std::string& id, JobState state);
  /// Removes the waits of a job.
  void Remove(std::uint64_t job);
  /// Checks the jobs that have changed since `changed_from_ms` (UTC) and the jobs that are due.
  void Beat(std::int64_t changed_from_ms);

 private:
  using Clock = SteadyClock;
  struct Waiter {
    std::uint64_t job = 0;
    JobState state = JobState::kPrep;
  };
  struct Awaited {
    std::vector<Waiter> waiters;
    /// The time of the first check that did not find the job in the catalogue.
    std::optional<Clock::time_point> unknown;
  };

  std::vector<std::string> Due();
  void Tell(const std::string& id, std::optional<JobState> state);

  Catalogue& catalogue_;
  /// One check of all awaited jobs is spread over this number of Beat() calls.
  const std::size_t beats_;
  const std::chrono::milliseconds again_;
  const std::function<void(std::uint64_t)> over_;
  std::map<std::string, Awaited> awaited_;
  /// Ids of awaited jobs by the number of the waiting job.
  std::unordered_map<std::uint64_t, std::vector<std::string>> ids_of_;
  std::vector<std::string> new_;  ///< awaited jobs with new waits that Beat() has not checked yet
  std::string last_;              ///< Due() continues after this id of awaited_
  /// The largest size of awaited_ since Due() last began at the first id of awaited_.
  std::size_t round_ = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WATCH_STATE_WATCH_H_
