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

/// The jobs of a state directory that parked jobs wait for, such as the workflows of coordinators:
/// a wait is over when its job is in another state than it was, or is no more. One question to the
/// catalogue tells of those that have just changed, of those whose waits are new, and of a part of
/// the others, so that each is asked for now and then whatever the times of rows say. Loop thread
/// only.
class StateWatch {
 public:
  /// `over`: called with the number of a waiting job, which it removes. `again_ms`: within which
  /// each is asked for, and for which a job must be unknown, for it may be about to be made.
  StateWatch(Catalogue& catalogue, std::int64_t beat_ms, std::int64_t again_ms,
             std::function<void(std::uint64_t job)> over);

  /// A job waits for another one to leave that state.
  void Add(std::uint64_t job, const std::string& id, JobState state);
  /// It waits no more.
  void Remove(std::uint64_t job);
  /// Looks at what has changed from that time on, UTC, and at what is due.
  void Beat(std::int64_t changed_from_ms);

 private:
  using Clock = SteadyClock;
  struct Waiter {
    std::uint64_t job = 0;
    JobState state = JobState::kPrep;
  };
  struct Awaited {
    std::vector<Waiter> waiters;
    std::optional<Clock::time_point> unknown;  ///< since then
  };

  std::vector<std::string> Due();
  void Tell(const std::string& id, std::optional<JobState> state);

  Catalogue& catalogue_;
  const std::size_t beats_;  ///< in which all are asked for
  const std::chrono::milliseconds again_;
  const std::function<void(std::uint64_t)> over_;
  std::map<std::string, Awaited> awaited_;
  std::unordered_map<std::uint64_t, std::vector<std::string>> ids_of_;  ///< by waiting job
  std::vector<std::string> new_;  ///< not asked for since somebody waits for them
  std::string last_;              ///< the last of those that were asked for in turn
  std::size_t round_ = 0;         ///< how many there were at most in this turn through all of them
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WATCH_STATE_WATCH_H_
