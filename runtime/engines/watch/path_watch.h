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

/// The paths that parked jobs wait for, each known and looked at once for all of them. How often
/// goes by the youngest wait for it; at the longest pause all paths of a folder are looked at
/// together, and the folders one after another. A path that cannot be looked at stays, and is
/// looked at again. Loop thread only.
class PathWatch {
 public:
  /// `over`: called with the number of a job when a path is there that it waits for; it removes the
  /// job. `looks` outlives this.
  PathWatch(PathLooks& looks, LookPace pace, std::function<void(std::uint64_t job)> over);
  ~PathWatch();
  PathWatch(const PathWatch&) = delete;
  PathWatch& operator=(const PathWatch&) = delete;

  /// A job waits for one of these paths, as `user`, since then (UTC). Numbers of jobs do not fall.
  void Add(std::uint64_t job, const std::string& user, const std::vector<std::string>& uris,
           std::int64_t since_ms);
  /// It waits no more.
  void Remove(std::uint64_t job);
  /// Asks for those paths whose time has come.
  void Beat();
  /// How many paths there are.
  std::size_t size() const { return paths_.size(); }

 private:
  using Clock = SteadyClock;
  /// By its number, which is not used again.
  struct Path {
    const std::string* key = nullptr;  ///< user, '\n', URI
    std::vector<std::uint64_t> jobs;   ///< sorted
    Clock::time_point began;           ///< the youngest wait for it
    Clock::time_point asked, told;     ///< begin and end of the last look; the epoch: none
    Clock::time_point due;             ///< the next look; max: one is under way
    bool again = false;                ///< once more right after it
  };
  using Paths = std::unordered_map<std::uint64_t, Path>;

  void Plan(std::uint64_t number, Path& path, Clock::time_point due);
  Clock::time_point NextLook(const Path& path) const;
  void Tell(std::uint64_t number, const PathAnswer& answer);
  void Drop(Paths::iterator path);

  PathLooks& looks_;
  const LookPace pace_;
  const std::function<void(std::uint64_t)> over_;
  std::unordered_map<std::string, std::uint64_t> numbers_;  ///< by their keys
  Paths paths_;
  std::set<std::pair<Clock::time_point, std::uint64_t>> due_;
  std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> paths_of_;  ///< by job
  std::uint64_t last_number_ = 0;
  std::size_t under_way_ = 0;
  const std::shared_ptr<bool> gone_;  ///< true: this object is no more
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WATCH_PATH_WATCH_H_
