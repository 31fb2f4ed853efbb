#ifndef HPDL_RUNTIME_WORLD_PROCESS_STATUS_LOG_H_
#define HPDL_RUNTIME_WORLD_PROCESS_STATUS_LOG_H_

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

/// The log `<job>/attempts/status`. Keepers record the starts and ends of children in it, and a
/// later engine reads it. It has text lines. Each line is appended by one write(), and a torn last
/// line is ignored. The kinds of lines are:
///
///     K <keeper> <epoch>
///         A keeper begins. Keepers are numbered from 1 within the job. The line has the epoch
///         (cache_epoch.h) in which the job's first keeper began. While this epoch lasts, the log
///         loses no line.
///     B <keeper> <epoch>
///         The epoch in which the keeper began. This line follows the keeper's K line.
///     S <sequence> <pid> <from> <to> <keeper> <out> <err>
///         A child was started between the times <from> and <to>, which are ClockTicks(). <out> and
///         <err> are the ids of its output files (output_files.h). The child writes the line before
///         it executes the command.
///     E <sequence> <code> <signal> [1]
///         The child has ended. The last field means that the disk had no room for more output.
///     F <sequence> <text>
///         The child could not be started.
///     X <keeper>
///         The engine of the keeper is gone. The keeper starts no more children.
///
/// No line is synced. The end of a process loses no line, but a crash of the machine or the file
/// system may lose lines. If the last K line has the current epoch, an attempt without an S line
/// was certainly not started. If the last K line has a different epoch, the attempt may have been
/// started.
///
/// While keeper number n lives, it holds an OFD write lock on byte n of
/// `<job>/attempts/keeper.lock`.
namespace hpdl::rt {

/// The facts that the log has about one attempt.
struct ChildRecord {
  bool started = false;
  bool ended = false;
  pid_t pid = 0;
  /// The earliest and the latest start time, in clock ticks since boot; 0: unknown.
  std::uint64_t from = 0, to = 0;
  std::int64_t keeper = 0;
  int out = -1, err = -1;
  int code = 0;
  int signal = 0;
  bool output_cut = false;  ///< the disk had no room for more output of the child
  std::string start_error;
};

/// The lines of the log that were read so far. Not thread-safe.
class StatusLog {
 public:
  explicit StatusLog(std::string path) : path_(std::move(path)) {}
  /// Reads the lines that were appended since the last call. Returns false and sets `errno` if the
  /// file cannot be read. A missing file counts as empty.
  bool Refresh();
  /// Returns the log's facts about an attempt; null if the log has no line about the attempt.
  const ChildRecord* Find(std::int64_t sequence) const;
  /// Returns the highest sequence in the log; 0 if the log has no attempt.
  std::int64_t last_sequence() const { return children_.empty() ? 0 : children_.rbegin()->first; }
  std::int64_t last_keeper() const { return last_keeper_; }
  /// Returns the epoch of the last K line; empty if there is no K line.
  const std::string& whole_since() const { return whole_since_; }
  /// Returns the epoch in which a keeper began; empty if it is unknown, as in the logs of older
  /// programs.
  std::string_view EpochOf(std::int64_t keeper) const;
  /// True if the keeper has written its X line (its engine is gone).
  bool Retired(std::int64_t keeper) const { return retired_.contains(keeper); }
  /// True if the file ends within a line, as after a full disk.
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
  /// The epoch of each keeper, by the keeper's number.
  std::map<std::int64_t, std::string> epochs_;
};

/// Returns the present time in clock ticks since boot, like the start times in /proc/<pid>/stat.
std::uint64_t ClockTicks();
/// True if the record's process is alive. If /proc shows a start time for the process, that time
/// must match the record.
bool SameProcessAlive(const ChildRecord& record);
/// Takes the lock of keeper `number` on an open keeper.lock.
bool LockKeeper(int fd, std::int64_t number);
/// True if another open file holds the lock of keeper `number`.
bool KeeperAlive(int fd, std::int64_t number);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_PROCESS_STATUS_LOG_H_
