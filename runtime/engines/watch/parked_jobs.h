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

/// What a watch of parked jobs uses of the world.
struct WatchedWorld {
  /// Told for each note when one of its waits may be over, and again if the note stays: who was to
  /// go on may have died. To wake a job too often is fine.
  std::function<void(const std::string& root_id)> wake;
  Network* network = nullptr;    ///< null: jobs of other servers are not looked at
  Clusters* clusters = nullptr;  ///< null: applications are not
  FileSystems* files = nullptr;  ///< null: paths of this machine alone are
  LookPace pace;                 ///< how often paths are
  std::int64_t beat_ms = 200;    ///< how often the catalogue is looked at
  std::int64_t poll_ms = 1000;   ///< how often a job of another server is looked at
  /// How long a job that was woken may leave its note, and a message may lie in a mailbox if the
  /// bell did not tell of it.
  std::int64_t again_ms = 10'000;
};

/// Reads the notes of all parked jobs of a state directory and says when one of their waits may be
/// over. Notes are judged by the state of the world, not by events: what was so before the note was
/// read counts. Keeps what it needs of a note and no more. Loop thread only; the state directory
/// and the world outlive it. docs/design/parking.md.
class ParkedJobs {
 public:
  ParkedJobs(boost::asio::io_context& loop, StateDirectory& state, WatchedWorld world);
  ~ParkedJobs();
  ParkedJobs(const ParkedJobs&) = delete;
  ParkedJobs& operator=(const ParkedJobs&) = delete;

  /// Reads the notes that are there; the loop goes on to watch, and wakes. An error if the
  /// catalogue cannot be asked.
  Result<void> Start();
  /// How many notes are watched now.
  std::size_t size() const { return jobs_.size(); }
  /// How many paths are waited for, and how many requests have looked for them.
  std::size_t paths() const { return paths_.size(); }
  std::uint64_t looks() const { return looks_.requests(); }

 private:
  using Clock = SteadyClock;
  /// One note. Its number is not used again: whoever comes late finds that it has gone.
  struct Job {
    std::uint64_t number = 0;
    std::int64_t since_ms = 0;  ///< of the note
    std::int64_t until_ms = 0;  ///< the first of its times; 0: none
    Clock::time_point latest;   ///< with until_ms: then, should the clock have been set back
  };
  struct Woken {
    std::int64_t since_ms = 0;  ///< of the note
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
  boost::asio::posix::stream_descriptor rings_;  ///< a copy of the bell's
  std::unordered_map<std::string, Job> jobs_;
  std::unordered_map<std::uint64_t, const std::string*> ids_;  ///< of jobs_, by their numbers
  PathLooks looks_;
  PathWatch paths_;
  StateWatch states_;
  // Ids are those of jobs_.
  std::set<std::pair<std::int64_t, const std::string*>> times_;  ///< until_ms of those with one
  std::set<std::pair<Clock::time_point, const std::string*>> latest_;  ///< of the same
  std::set<std::string> called_;                  ///< those that await callbacks
  std::string looked_at_;                         ///< the last of them whose mailbox was looked at
  std::unordered_map<std::string, Woken> woken_;  ///< those whose notes may still be there
  std::int64_t read_at_ms_ = 0;                   ///< when new notes were read last
  Clock::time_point read_late_at_;                ///< when those that come late are read next
  std::uint64_t last_number_ = 0;
  const std::shared_ptr<bool> gone_;  ///< true: this object is no more
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WATCH_PARKED_JOBS_H_
