#ifndef HPDL_RUNTIME_WORLD_PROCESS_PROCESSES_H_
#define HPDL_RUNTIME_WORLD_PROCESS_PROCESSES_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/ground/base/result.h"

namespace boost::asio {
class io_context;
}

namespace hpdl::rt {

/// A command to run on this machine. No shell is involved.
struct Command {
  std::vector<std::string> argv;  ///< argv[0] is searched in PATH
  /// NAME=value, in the place of what this process had of that name when the keeper was started; of
  /// several with one name the last one counts.
  std::vector<std::string> environment;
  std::string directory;  ///< working directory; must exist
};

/// How a command ended.
struct ExitStatus {
  bool unstarted = false;   ///< with start_error: not the fault of the command, which did not begin
  bool output_cut = false;  ///< the disk was full when it ended: its output may lack something
  bool lost = false;  ///< it ended while nobody watched, or the machine went down: nothing is known
  int code = 0;       ///< exit code, or -1 if a signal ended it
  int signal = 0;
  int pid = 0;              ///< 0: not known, or never started
  std::string start_error;  ///< nonempty: it could not be started (no such file ...)
};

/// What a killed child has between SIGTERM and SIGKILL, in milliseconds.
inline constexpr int kKillGraceMs = 5000;

/// Runs the local children of one job through the keeper.
///
/// The keeper is a small process, forked off once at the start of a run. It spawns the children
/// (posix_spawn, each in a process group of its own), waits for them, and appends what happens to
/// `<job>/attempts/status` (status_log.h). It is in a session of its own and outlives a killed
/// engine until its last child has ended; so a resumed engine finds the exit status of each child,
/// or a live keeper to wait for. Output goes to files, `<job>/attempts/<sequence>.out` and `.err`,
/// never through pipes. Not thread-safe; lives on the loop's thread.
class Processes {
 public:
  /// Forks the keeper: call while the process is small and single-threaded. `parallel` bounds how
  /// many children run at a time; so does the server that has started this program, if it has told
  /// where it gives places (place_messages.h). `job_path` is the job's directory.
  static Result<std::unique_ptr<Processes>> Start(boost::asio::io_context& io,
                                                  const std::string& job_path, unsigned parallel);
  virtual ~Processes() = default;  ///< the keeper ends once it has no children

  using Done = std::function<void(ExitStatus)>;
  using Started = std::function<void(int pid)>;
  /// Runs the command; `done` is called on the loop when it has ended. `sequence` must be new and
  /// its intent durable. Commands beyond `parallel` wait their turn in order.
  /// Returns whether it has to wait; only then `started` is called, once its turn has come.
  virtual bool Run(std::int64_t sequence, Command command, Done done, Started started = {}) = 0;
  /// For a resumed attempt: reports the end of a child that an earlier engine started, now or when
  /// it comes. Returns false if no such child was ever started: the caller may Run() it. If the
  /// machine went down meanwhile, one that is not known to have been started is reported as lost.
  virtual bool Adopt(std::int64_t sequence, Done done) = 0;
  /// The highest sequence that the log of this job's keepers knows. Above that of the journal, the
  /// journal has lost commits; Run() then reports a number that was used before as lost.
  virtual std::int64_t LastSequence() const { return 0; }
  /// Sends SIGTERM to the process group of the child, SIGKILL after `grace_ms`.
  virtual void Kill(std::int64_t sequence, int grace_ms) = 0;

  /// The files with the child's output, complete when `done` is called. No file: it wrote nothing.
  virtual std::string OutPath(std::int64_t sequence) const = 0;
  virtual std::string ErrPath(std::int64_t sequence) const = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_PROCESS_PROCESSES_H_
