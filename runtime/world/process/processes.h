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
  /// Entries NAME=value. An entry replaces the value that this process had for the name when the
  /// keeper was started. If several entries have the same name, the last entry is used.
  std::vector<std::string> environment;
  std::string directory;  ///< working directory; must exist
};

/// The facts about the end of a command.
struct ExitStatus {
  bool unstarted = false;   ///< the command was not started, for a cause outside of the command
  bool output_cut = false;  ///< the disk was full at the end, so output may be missing
  bool lost = false;        ///< the end is unknown: no keeper saw it, or the machine went down
  int code = 0;             ///< the command's exit code, or -1 if a signal ended the command
  int signal = 0;
  int pid = 0;              ///< 0: the pid is unknown, or the command was never started
  std::string start_error;  ///< the cause if the command could not be started, else ""
};

/// The time between SIGTERM and SIGKILL for a killed child, in milliseconds.
inline constexpr int kKillGraceMs = 5000;

/// Runs the local children of one job through the keeper.
///
/// The keeper is a small process that is forked once, at the start of a run. It starts the
/// children, each in a process group of its own, and waits for them. Their starts and ends are
/// appended to `<job>/attempts/status` (status_log.h). The keeper is in a session of its own and
/// outlives a killed engine until its last child has ended. So a resumed engine finds the exit
/// status of each ended child, and the keeper of each running child. Output goes to the files
/// `<job>/attempts/<sequence>.out` and `.err`, never through pipes. Not thread-safe; lives on the
/// loop's thread.
class Processes {
 public:
  /// Forks the keeper. Call this while the process is small and single-threaded. `parallel` limits
  /// how many children run at a time. If this program was started by a server that limits the
  /// commands of all its jobs (place_messages.h), the server's limit holds too. `job_path` is the
  /// job's directory.
  static Result<std::unique_ptr<Processes>> Start(boost::asio::io_context& io,
                                                  const std::string& job_path, unsigned parallel);
  virtual ~Processes() = default;  ///< the keeper ends once it has no children

  using Done = std::function<void(ExitStatus)>;
  using Started = std::function<void(int pid)>;
  /// Runs the command, and calls `done` on the loop when the command has ended. `sequence` must be
  /// new, and its start must be durable in the journal. Commands beyond `parallel` wait and are
  /// started in the order of the calls. If the command has to wait, this function returns true, and
  /// `started` is called when the command is started. Otherwise `started` is not called.
  virtual bool Run(std::int64_t sequence, Command command, Done done, Started started = {}) = 0;
  /// Waits for the child that an earlier engine started for this attempt. Calls `done` with the end
  /// of the child: soon if the child has ended already, otherwise when it ends. Returns false if no
  /// child was started for the attempt; the caller may then call Run(). If the machine went down
  /// after the earlier engine began, a missing start record does not prove that no child was
  /// started. In that case the child is reported as lost.
  virtual bool Adopt(std::int64_t sequence, Done done) = 0;
  /// Returns the highest sequence in the log of this job's keepers. If the journal's highest
  /// sequence is lower, the journal has lost commits. Run() reports an attempt as lost if the log
  /// has its sequence already.
  virtual std::int64_t LastSequence() const { return 0; }
  /// Sends SIGTERM to the process group of the child, and SIGKILL after `grace_ms` milliseconds.
  virtual void Kill(std::int64_t sequence, int grace_ms) = 0;

  /// Returns the path of a file with the child's output. The file is complete when `done` is
  /// called. A missing file means that the child wrote no output to this stream.
  virtual std::string OutPath(std::int64_t sequence) const = 0;
  virtual std::string ErrPath(std::int64_t sequence) const = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_PROCESS_PROCESSES_H_
