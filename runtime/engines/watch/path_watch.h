#ifndef HPDL_RUNTIME_ENGINES_WATCH_PATH_WATCH_H_
#define HPDL_RUNTIME_ENGINES_WATCH_PATH_WATCH_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/ground/base/clock.h"
#include "runtime/world/files/look_pace.h"
#include "runtime/world/files/path_looks.h"

namespace hpdl::rt {

/// Checks the paths that parked jobs wait for. One check of a path serves all jobs that wait for
/// it. The age of the youngest wait for a path determines the pause between checks. When the pause
/// has reached its maximum, all paths of a folder are checked together. A path is checked again
/// after a check that failed. All calls must be made on the loop's thread.
class PathWatch {
 public:
  /// `over` is called with a job's number when one of the job's paths exists; `over` must remove
  /// the job. `looks` must outlive this object.
  PathWatch(PathLooks& looks, LookPace pace, std::function<void(std::uint64_t job)> over);
  ~PathWatch();
  PathWatch(const PathWatch&) = delete;
  PathWatch& operator=(const PathWatch&) = delete;

  /// Adds a job that has waited since `since_ms` (UTC) for one of these paths. The paths are
  /// checked as `user`. A job's number must not be less than the number of an earlier job.
  void Add(std::uint64_t job, const std::string& user, const std::vector<std::string>& uris,
           std::int64_t since_ms);
  /// Removes the waits of a job.
  void Remove(std::uint64_t job);
  /// Starts the checks of the paths that are due.
  void Beat();
  /// The number of watched paths.
  std::size_t size() const { return paths_.size(); }

 private:
  using Clock = SteadyClock;
  /// A watched path. Its key in `paths_` is a number that is not given to another path.
  struct Path {
    const std::string* key = nullptr;  ///< user and URI with '\n' between them
    std::vector<std::uint64_t> jobs;   ///< sorted job numbers
    /// The start of the youngest wait for the path.
    Clock::time_point began;
    /// The start and the end of the last check; the epoch if the path has not been checked.
    Clock::time_point asked, told;
    /// The time of the next check; Clock::time_point::max() while a check is running.
    Clock::time_point due;
    /// True if the path must be checked again at the end of the running check.
    bool again = false;
  };
  using Paths = std::unordered_map<std::uint64_t, Path>;

  void Plan(std::uint64_t number, Path& path, Clock::time_point due);
  Clock::time_point NextLook(const Path& path) const;
  void Tell(std::uint64_t number, const PathAnswer& answer);
  void Drop(Paths::iterator path);

  PathLooks& looks_;
  const LookPace pace_;
  const std::function<void(std::uint64_t)> over_;
  std::unordered_map<std::string, std::uint64_t> numbers_;  ///< the numbers of the paths by
                                                            ///< Path::key
  Paths paths_;
  std::set<std::pair<Clock::time_point, std::uint64_t>> due_;
  std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> paths_of_;  ///< the numbers of each
                                                                            ///< job's paths
  std::uint64_t last_number_ = 0;
  std::size_t under_way_ = 0;
  const std::shared_ptr<bool> gone_;  ///< true after this object was destroyed
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WATCH_PATH_WATCH_H_
