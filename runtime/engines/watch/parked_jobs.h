#ifndef HPDL_RUNTIME_ENGINES_WATCH_PARKED_JOBS_H_
#define HPDL_RUNTIME_ENGINES_WATCH_PARKED_JOBS_H_

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "runtime/engines/watch/path_watch.h"
#include "runtime/engines/watch/state_watch.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/store/catalogue.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/mailbox.h"
#include "runtime/store/wait.h"
#include "runtime/world/files/file_system.h"
#include "runtime/world/files/look_pace.h"
#include "runtime/world/files/path_looks.h"
#include "runtime/world/hadoop/cluster.h"
#include "runtime/world/net/network.h"

namespace hpdl::rt {

/// The services and the time intervals that ParkedJobs uses.
struct WatchedWorld {
  /// Wakes the parked job `root_id`. ParkedJobs calls this function when a wait of the job may be
  /// over. ParkedJobs calls it again later if the job's parking note still exists, because the
  /// process that was to continue the job may have died. A needless call does no harm.
  std::function<void(const std::string& root_id)> wake;
  Network* network = nullptr;    ///< if null, jobs of other servers are not watched
  Clusters* clusters = nullptr;  ///< if null, applications in clusters are not watched
  FileSystems* files = nullptr;  ///< if null, only paths on this machine are watched
  LookPace pace;                 ///< the pauses between two checks of a path
  std::int64_t beat_ms = 200;    ///< milliseconds between two readings of the catalogue
  std::int64_t poll_ms = 1000;   ///< milliseconds between two checks of a job of another server
  /// If the parking note of a woken job still exists after this many milliseconds, the job is
  /// watched again. A message that MailboxBell fails to report is found within this time.
  std::int64_t again_ms = 10'000;
};

/// Reads the parking notes of all parked jobs of a state directory and reports when a wait of a job
/// may be over. Checks the current states of awaited paths and jobs, so a change before the parking
/// note was read is detected. Keeps only the needed parts of a parking note. All calls must be made
/// on the loop's thread. The state directory and the services must outlive this object. See
/// docs/design/parking.md.
class ParkedJobs {
 public:
  ParkedJobs(boost::asio::io_context& loop, StateDirectory& state, WatchedWorld world);
  ~ParkedJobs();
  ParkedJobs(const ParkedJobs&) = delete;
  ParkedJobs& operator=(const ParkedJobs&) = delete;

  /// Reads the existing parking notes; the loop then watches the waits and wakes the jobs. Returns
  /// an error if the catalogue cannot be read.
  Result<void> Start();
  /// The number of watched jobs.
  std::size_t size() const { return jobs_.size(); }
  /// paths() returns the number of watched paths. looks() returns the number of requests that have
  /// checked paths.
  std::size_t paths() const { return paths_.size(); }
  std::uint64_t looks() const { return looks_.requests(); }

 private:
  using Clock = SteadyClock;
  /// A watched job. `number` identifies the job's parking note and is not given to another parking
  /// note, so a late result for a removed parking note is recognized.
  struct Job {
    std::uint64_t number = 0;
    std::int64_t since_ms = 0;  ///< ParkingNote::since_ms
    std::int64_t until_ms = 0;  ///< UTC milliseconds of the earliest end of a wait; 0 if no wait
                                ///< has an end time
    /// `until_ms` as a time of the steady clock, in case the machine's clock is set back.
    Clock::time_point latest;
  };
  struct Woken {
    std::int64_t since_ms = 0;  ///< ParkingNote::since_ms
    Clock::time_point at;
  };

  Result<void> ReadNotes(std::int64_t since_ms);
  void ReadNewNotes();
  void Add(const CatalogueEntry& entry);
  void Forget(const std::string& root_id);
  void Beat();
  void ListenToBell();
  void WakeIfCalled(const std::string& root_id);
  void WakeThoseCalled();
  void WakeThoseInTime();
  void LookAfterWoken();
  void Wake(const std::string& root_id);
  void WakeNumber(std::uint64_t number);
  bool IsWatched(const std::string& root_id, std::uint64_t number) const;
  void Watch(const std::string& root_id, std::uint64_t number, const std::string& user,
             const Wait& wait);
  Task<void> AwaitApplication(std::string root_id, std::uint64_t number, Wait wait);
  Task<void> WakeAsAnswered(bool answered, std::string root_id, std::uint64_t number);
  Task<void> AwaitOwnJob(std::string root_id, std::uint64_t number, std::string job_id);
  Task<void> AwaitJob(std::string root_id, std::uint64_t number, std::string user, Wait wait);

  boost::asio::io_context& loop_;
  StateDirectory& state_;
  const WatchedWorld world_;
  boost::asio::steady_timer beat_;
  const std::unique_ptr<MailboxBell> bell_;
  boost::asio::posix::stream_descriptor rings_;  ///< a copy of the descriptor of bell_
  std::unordered_map<std::string, Job> jobs_;
  std::unordered_map<std::uint64_t, const std::string*> ids_;  ///< the ids of the watched jobs by
                                                               ///< Job::number
  PathLooks looks_;
  PathWatch paths_;
  StateWatch states_;
  // The pointers in the next two sets point to keys of jobs_.
  std::set<std::pair<std::int64_t, const std::string*>> times_;        ///< the pairs of
                                                                       ///< Job::until_ms and job id
  std::set<std::pair<Clock::time_point, const std::string*>> latest_;  ///< the pairs of Job::latest
                                                                       ///< and job id
  std::set<std::string> called_;  ///< jobs that wait for callbacks
  std::string looked_at_;         ///< the job of called_ whose mailbox was checked last
  /// Woken jobs whose parking notes may still exist.
  std::unordered_map<std::string, Woken> woken_;
  std::int64_t read_at_ms_ = 0;  ///< UTC milliseconds of the last reading of parking notes
  /// The time of the next reading that includes the rows of the last kLateMs milliseconds. This
  /// reading finds rows that have reached the catalogue late.
  Clock::time_point read_late_at_;
  std::uint64_t last_number_ = 0;
  const std::shared_ptr<bool> gone_;  ///< true after this object was destroyed
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WATCH_PARKED_JOBS_H_
