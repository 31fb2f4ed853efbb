#ifndef HPDL_RUNTIME_WORLD_SSH_SSH_H_
#define HPDL_RUNTIME_WORLD_SSH_SSH_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"

/// The only interface to ssh. libssh implements it on threads. Only programs with an action kind
/// that uses SshOnThisLoop() contain libssh.
namespace hpdl::rt {

/// The user, host and port of a login.
struct SshTarget {
  std::string user;
  std::string host;  ///< a name or an address, without brackets
  std::uint16_t port = 22;

  bool operator==(const SshTarget&) const = default;
  /// Returns "user@host", with ":port" unless the port is 22. An IPv6 address is in brackets.
  std::string Text() const;
};

/// The options of connections. The options of the first call of SshOnThisLoop() on a loop apply to
/// all connections of that loop.
struct SshOptions {
  /// The file with the keys of trusted hosts. If "", ~/.ssh/known_hosts and
  /// /etc/ssh/ssh_known_hosts are used.
  std::string known_hosts;
  /// Private keys, tried in this order after the keys of the agent. If empty, the usual keys that
  /// exist in ~/.ssh are tried.
  std::vector<std::string> identities;
  /// The largest number of connections at a time, idle connections included. The commands for one
  /// remote machine use at most half of them at a time.
  std::size_t connections = 8;
  std::int64_t connect_ms = 20'000;  ///< time limit for resolving the name and connecting
};

/// One command line for the login shell of the user, with its standard input.
struct SshRequest {
  SshTarget target;
  std::string command;
  std::string input;
  /// The most bytes of `out` and of `err`. Longer output gives the error "SSH_TOO_LONG".
  std::size_t output_limit = 1 << 20;
  /// The time limit for connecting and running the command. The wait for a free connection does not
  /// count.
  std::int64_t timeout_ms = 30'000;
  std::int64_t queue_ms = 0;  ///< time limit of the wait for a free connection; 0: no limit
};

struct SshReply {
  int exit_code = 0;  ///< -1: a signal ended the command
  std::string out, err;
};

/// Runs commands on remote machines. Not thread-safe; must be used on the loop of the coroutine
/// that called SshOnThisLoop().
class Ssh {
 public:
  virtual ~Ssh() = default;
  /// Runs a command to its end. A command with any exit code is a success. Keeps the connection for
  /// the next command. If a kept connection turns out to be dead, the command is sent once more
  /// over a new connection. So a command must be safe to run twice, and may have run even if an
  /// error is returned. A cancelled task closes its connection.
  ///
  /// The kTransient errors are "COULD_NOT_RESOLVE_HOST" and "COULD_NOT_CONNECT". The code
  /// "COULD_NOT_CONNECT" is also used for a broken connection and for an answer that does not come
  /// in time. The kNonTransient errors are "HOST_KEY" (the host's key is unknown or has changed)
  /// and "AUTH_FAILED". The only kError is "SSH_TOO_LONG". Messages name user, host and cause.
  virtual Task<Result<SshReply>> Run(SshRequest request) = 0;
};

/// Returns the Ssh of the loop that the calling coroutine runs on. It lives as long as the loop.
Task<Ssh*> SshOnThisLoop(const SshOptions& options);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_SSH_SSH_H_
