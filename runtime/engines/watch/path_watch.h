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

/// The paths that parked jobs wait for. One look at a path serves all jobs. The youngest wait for a
/// path decides how often it is looked at. At the longest pause all paths of a folder are looked at
/// together, one folder after another. A path whose look fails stays and is looked at again. Loop
/// thread only.
class PathWatch {
 public:
  /// `over` is called with a job's number when one of its paths exists; the call removes the job.
  /// `looks` outlives this object.
  PathWatch(PathLooks& looks, LookPace pace, std::function<void(std::uint64_t job)> over);
  ~PathWatch();
  PathWatch(const PathWatch&) = delete;
  PathWatch& operator=(const PathWatch&) = delete;

  /// Adds a job that waits as `user` for one of these paths since `since_ms` (UTC). The numbers of
  /// jobs must not decrease.
  void Add(std::uint64_t job, const std::string& user, const std::vector<std::string>& uris,
           std::int64_t since_ms);
  /// Removes the waits of a job.
  void Remove(std::uint64_t job);
  /// Looks at the paths that are due.
  void Beat();
  /// The number of paths.
  std::size_t size() const { return paths_.size(); }

 private:
  using Clock = SteadyClock;
  /// A path. Its key in `paths_` is a number that no later path gets.
  struct Path {
    const std::string* key = nullptr;  ///< user, '\n', URI
    std::vector<std::uint64_t> jobs;   ///< sorted
    /// The start of the youngest wait for the path.
    Clock::time_point began;
    /// The start and the end of the last look; the epoch: no look.
    Clock::time_point asked, told;
    /// The time of the next look; max: a look is running.
    Clock::time_point due;
    /// True if another look must follow the running one.
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
  std::unordered_map<std::string, std::uint64_t> numbers_;  ///< by the paths' keys
  Paths paths_;
  std::set<std::pair<Clock::time_point, std::uint64_t>> due_;
  std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> paths_of_;  ///< by job
  std::uint64_t last_number_ = 0;
  std::size_t under_way_ = 0;
  const std::shared_ptr<bool> gone_;  ///< true: this object has been destroyed
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WATCH_PATH_WATCH_H_
