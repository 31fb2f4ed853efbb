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

/// The default of ChildCommand::most_output, in bytes.
inline constexpr std::size_t kMostOutput = 256 << 10;

/// The maximum size of ChildEnd::errors, in bytes.
inline constexpr std::size_t kMostErrorBytes = 4 << 10;

/// The limits of a child; 0: the child has the limit of the server.
struct ChildLimits {
  std::chrono::milliseconds time{0};  ///< the child is killed with its group after this time
  std::int64_t cpu_s = 0;
  std::int64_t memory_bytes = 0;  ///< the maximum size of the address space, in bytes
  std::int64_t file_bytes = 0;    ///< the maximum size of each file that the child writes, and of
                                  ///< the child's output, in bytes
};

/// A program to be started. No shell is involved. The child has its own session and process group,
/// so it does not get signals that are sent to the group of the server.
struct ChildCommand {
  std::vector<std::string> argv;  ///< argv[0] is a path
  /// NAME=VALUE; added to the server's environment, in place of variables of the same name.
  std::vector<std::string> environment;
  bool bare_environment = false;  ///< the child gets only `environment`
  std::string input;              ///< the text that the child reads from descriptor 3 (kChildInput)
  /// The text that the child reads from descriptor 4 (kChildCredential); "": no descriptor 4.
  std::string credential;
  /// If not -1, the child gets this socket as descriptor 3 instead of `input`. The caller still
  /// owns the socket.
  int socket = -1;
  bool writes_log = false;  ///< the child writes to this process's log; ChildEnd::output is empty
  /// Standard error goes to ChildEnd::errors, at most kMostErrorBytes bytes, and not to the output.
  bool errors_apart = false;
  std::size_t most_output = kMostOutput;  ///< in bytes; output beyond this size is dropped
  ChildLimits limits;
};

/// The path at which a child reads ChildCommand::input.
inline constexpr const char* kChildInput = "/dev/fd/3";
/// The descriptor from which a child reads ChildCommand::credential.
inline constexpr int kChildCredential = 4;

/// The end of a child.
struct ChildEnd {
  int code = 0;  ///< exit code; -1: a signal ended the child
  int signal = 0;
  bool too_late = false;  ///< the child was killed at its time limit
  std::string output;     ///< standard output and standard error, in the order of writing; only the
                          ///< first ChildCommand::most_output bytes
  bool output_cut = false;  ///< the child wrote more than `output` has
  std::string errors;       ///< standard error if ChildCommand::errors_apart is set, otherwise ""

  /// Returns, for instance, "ended by signal 11" or "ended with exit code 2".
  std::string Words() const;
};

/// Starts programs and reports how they end. The destructor kills each child that has a time limit;
/// other children go on. Loop thread only; one object for each process.
class Children {
 public:
  explicit Children(boost::asio::io_context& loop);
  ~Children();
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;

  using Ended = std::function<void(ChildEnd)>;
  /// Starts a child and returns its process id. `ended` is called on the loop, after Start() has
  /// returned. kTransient: the child could not be started.
  Result<pid_t> Start(const ChildCommand& command, Ended ended);
  /// Starts a child and waits until it ends. If the task is cancelled, the child is killed.
  Task<Result<ChildEnd>> Run(ChildCommand command);
  /// Returns the output of a running child so far; "": the child has no output yet, or has ended.
  std::string OutputOf(pid_t child) const;
  /// Drops what running children have written beyond their ChildCommand::most_output, so that the
  /// outputs of programs that run for long do not fill the memory. Call it from time to time.
  void TrimOutputs();
  /// Kills a child with its process group.
  void Kill(pid_t child);
  std::size_t size() const { return running_.size(); }

 private:
  struct Running {
    int output = -1;
    int errors = -1;  ///< -1: standard error goes to `output`
    std::size_t most_output = kMostOutput;
    bool limited = false, too_late = false;
    std::unique_ptr<boost::asio::steady_timer> clock;
    Ended ended;
  };
  static void CloseOutputs(const Running& running);
  void Listen();
  void Reap();
  void Forget(pid_t child, int status);

  boost::asio::io_context& loop_;
  boost::asio::signal_set signals_;
  std::unordered_map<pid_t, Running> running_;
  const std::shared_ptr<Children*> self_;  ///< `*self_` is null once this object is destroyed
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_WORK_CHILDREN_H_
