#ifndef HPDL_RUNTIME_WORLD_PROCESS_STATUS_LOG_H_
#define HPDL_RUNTIME_WORLD_PROCESS_STATUS_LOG_H_

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

/// `<job>/attempts/status`, where keepers write what happens to the children and a later engine
/// reads it. Text lines, each appended by one write(); a torn last line is ignored:
///
///     K <keeper> <epoch>                       a keeper begins; numbered from 1 within the job.
///                                              Since when nothing was lost (cache_epoch.h)
///     B <keeper> <epoch>                       since when nothing was lost as it began; after its
///     K
///                                              line, which keeps the epoch of an earlier one with
///                                              which the log had a gap
///     S <sequence> <pid> <from> <to> <keeper> <out> <err>
///                                              started between the two times, as ClockTicks(); the
///                                              last two number its output files (output_files.h).
///                                              The child writes it before it becomes the command
///     E <sequence> <code> <signal> [1]         ended; 1: with no room on the disk for more output
///     F <sequence> <text>                      could not be started
///     X <keeper>                               its engine is gone; it starts nothing more
///
/// Nothing of it is synced: it survives the end of any process, but that of the machine, or of the
/// file system, only in part. So an attempt without S line was certainly not started only if the
/// last K line is of this epoch.
///
/// While keeper number n lives it holds an OFD write lock on byte n of
/// `<job>/attempts/keeper.lock`.
namespace hpdl::rt {

/// What the log says about one attempt.
struct ChildRecord {
  bool started = false;
  bool ended = false;
  pid_t pid = 0;
  std::uint64_t from = 0, to = 0;  ///< start time, clock ticks since boot; 0: not known
  std::int64_t keeper = 0;
  int out = -1, err = -1;
  int code = 0;
  int signal = 0;
  bool output_cut = false;  ///< no room was left for its output
  std::string start_error;
};

/// The log as far as it was read. One reader, one thread.
class StatusLog {
 public:
  explicit StatusLog(std::string path) : path_(std::move(path)) {}
  /// Reads what was appended since the last call. False: the file cannot be read; `errno` says why.
  /// A file that is not there is empty.
  bool Refresh();
  /// Null: the attempt was never started.
  const ChildRecord* Find(std::int64_t sequence) const;
  /// The highest number of an attempt that was started; 0: none was.
  std::int64_t last_sequence() const { return children_.empty() ? 0 : children_.rbegin()->first; }
  std::int64_t last_keeper() const { return last_keeper_; }
  /// The epoch of the last K line; empty: there is none.
  const std::string& whole_since() const { return whole_since_; }
  /// The epoch in which a keeper began; empty: not known, as of older programs.
  std::string_view EpochOf(std::int64_t keeper) const;
  /// The keeper has written its X line.
  bool Retired(std::int64_t keeper) const { return retired_.contains(keeper); }
  /// The file ends within a line, as after a full disk.
  bool torn() const { return !partial_.empty(); }

 private:
  void Line(std::string_view line);

  std::string path_;
  std::string partial_;
  off_t offset_ = 0;
  std::int64_t last_keeper_ = 0;
  std::string whole_since_;
  std::map<std::int64_t, ChildRecord> children_;
  std::map<std::int64_t, bool> retired_;
  std::map<std::int64_t, std::string> epochs_;  ///< by keeper
};

/// Now, in the unit and from the origin of the start times in /proc/<pid>/stat.
std::uint64_t ClockTicks();
/// The process is alive and is the one that the record means: its start time fits, where /proc
/// tells.
bool SameProcessAlive(const ChildRecord& record);
/// Takes the lock of keeper `number` on an open keeper.lock.
bool LockKeeper(int fd, std::int64_t number);
/// Another open file holds the lock of keeper `number`.
bool KeeperAlive(int fd, std::int64_t number);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_PROCESS_STATUS_LOG_H_
