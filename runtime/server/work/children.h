#ifndef HPDL_RUNTIME_SERVER_WORK_CHILDREN_H_
#define HPDL_RUNTIME_SERVER_WORK_CHILDREN_H_

#include <sys/types.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"

namespace hpdl::rt {

/// How much of the output of a child is read if nothing else is said.
inline constexpr std::size_t kMostOutput = 256 << 10;

/// What a child may use at most; 0: as much as the server.
struct ChildLimits {
  std::chrono::milliseconds time{0};  ///< it is killed with its group then
  std::int64_t cpu_s = 0;
  std::int64_t memory_bytes = 0;  ///< of address space
  std::int64_t file_bytes = 0;    ///< of each file that it writes, and of its output
};

/// A program to be started. No shell is involved. It is in a session and a process group of its
/// own, so that nothing which is meant for the server reaches it.
struct ChildCommand {
  std::vector<std::string> argv;  ///< argv[0] is a path
  /// NAME=VALUE, over the server's environment.
  std::vector<std::string> environment;
  bool bare_environment = false;  ///< `environment` is all of it
  std::string input;  ///< its descriptor 3 (kChildInput) reads this; no file has a name for it
  /// Its descriptor 4 (kChildCredential) reads this, likewise; "": it has none.
  std::string credential;
  int socket = -1;  ///< in place of `input`: what its descriptor 3 is. The caller's, as before
  bool writes_log = false;  ///< it writes where this process writes its log; nothing is `output`
  std::size_t most_output = kMostOutput;  ///< bytes of its output that are read
  ChildLimits limits;
};

/// The path by which a child reads ChildCommand::input.
inline constexpr const char* kChildInput = "/dev/fd/3";
/// The descriptor by which a child reads ChildCommand::credential.
inline constexpr int kChildCredential = 4;

/// How a child ended.
struct ChildEnd {
  int code = 0;  ///< exit code; -1: a signal ended it
  int signal = 0;
  bool too_late = false;    ///< its time was over
  std::string output;       ///< both streams, in the order of writing; the first most_output bytes
  bool output_cut = false;  ///< there was more

  /// "ended by signal 11", "ended with exit code 2".
  std::string Words() const;
};

/// Starts programs and tells how they end. A child goes on if the server ends: only what has limits
/// of time is killed with it. Loop thread only; one object a process.
class Children {
 public:
  explicit Children(boost::asio::io_context& loop);
  ~Children();
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;

  using Ended = std::function<void(ChildEnd)>;
  /// Its process id. `ended` is called on the loop, and not before this returns. kTransient: it
  /// could not be started.
  Result<pid_t> Start(const ChildCommand& command, Ended ended);
  /// The same, awaited. If the task is cancelled the child is killed.
  Task<Result<ChildEnd>> Run(ChildCommand command);
  /// What a child has written so far, as in ChildEnd; "": nothing, or it is not here any more.
  std::string OutputOf(pid_t child) const;
  /// With its group.
  void Kill(pid_t child);
  std::size_t size() const { return running_.size(); }

 private:
  struct Running {
    int output = -1;
    std::size_t most_output = kMostOutput;
    bool limited = false, too_late = false;
    std::unique_ptr<boost::asio::steady_timer> clock;
    Ended ended;
  };
  void Listen();
  void Reap();
  void Forget(pid_t child, int status);

  boost::asio::io_context& loop_;
  boost::asio::signal_set signals_;
  std::unordered_map<pid_t, Running> running_;
  const std::shared_ptr<Children*> self_;  ///< null inside: this object is no more
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_WORK_CHILDREN_H_
