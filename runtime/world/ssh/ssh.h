#ifndef HPDL_RUNTIME_WORLD_SSH_SSH_H_
#define HPDL_RUNTIME_WORLD_SSH_SSH_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"

/// The one seam to ssh. Behind it is libssh on threads; only programs with a kind that names
/// SshOnThisLoop() have it.
namespace hpdl::rt {

/// Who logs in where.
struct SshTarget {
  std::string user;
  std::string host;  ///< a name or an address, without brackets
  std::uint16_t port = 22;

  bool operator==(const SshTarget&) const = default;
  /// "user@host", with ":port" unless it is 22; an IPv6 address is in brackets.
  std::string Text() const;
};

/// How connections are made. That of the first call of SshOnThisLoop() holds for the program.
struct SshOptions {
  /// The keys of hosts that are trusted. Empty: ~/.ssh/known_hosts and /etc/ssh/ssh_known_hosts.
  std::string known_hosts;
  /// Private keys that are tried in this order after those of the agent. Empty: the usual ones in
  /// ~/.ssh that are there.
  std::vector<std::string> identities;
  /// Connections at a time, idle ones included; to one machine at most half of them.
  std::size_t connections = 8;
  std::int64_t connect_ms = 20'000;  ///< for the name and the connection
};

/// One command line for the login shell of the user, with its standard input.
struct SshRequest {
  SshTarget target;
  std::string command;
  std::string input;
  std::size_t output_limit = 1 << 20;  ///< of each stream; more is an error "SSH_TOO_LONG"
  std::int64_t timeout_ms = 30'000;    ///< once it has its turn, the connection included
  std::int64_t queue_ms = 0;           ///< until it has its turn; 0: no limit
};

struct SshReply {
  int exit_code = 0;  ///< -1: ended by a signal
  std::string out, err;
};

/// Commands on other machines. Not thread-safe; used on the loop that it was made with.
class Ssh {
 public:
  virtual ~Ssh() = default;
  /// Runs a command to its end; any exit code is a reply. Connections are kept for the next
  /// command. If one turns out to be dead the command is sent once more over a new one: it must
  /// bear to arrive twice, and after an error it may have run. A cancelled task leaves no
  /// connection behind.
  ///
  /// Errors. kTransient: "COULD_NOT_RESOLVE_HOST", "COULD_NOT_CONNECT" (also broken, or no answer
  /// in time). kNonTransient: "HOST_KEY" (unknown or another one), "AUTH_FAILED". kError:
  /// "SSH_TOO_LONG". Messages name user, host and cause.
  virtual Task<Result<SshReply>> Run(SshRequest request) = 0;
};

/// The one of the loop that the calling coroutine runs on; lives as long as the loop.
Task<Ssh*> SshOnThisLoop(const SshOptions& options);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_SSH_SSH_H_
