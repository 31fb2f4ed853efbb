#ifndef HPDL_RUNTIME_WORLD_SSH_LIBSSH_SESSION_H_
#define HPDL_RUNTIME_WORLD_SSH_LIBSSH_SESSION_H_

#include <libssh/libssh.h>

#include <atomic>
#include <memory>
#include <string>

#include "runtime/ground/base/descriptor.h"
#include "runtime/world/ssh/ssh.h"

namespace hpdl::rt {

/// One connection of libssh. Every function except Stop() may block, and only one thread at a time
/// may call it.
class SshSession {
 public:
  SshSession(SshTarget target, const SshOptions& options);
  ~SshSession();
  SshSession(const SshSession&) = delete;
  SshSession& operator=(const SshSession&) = delete;

  /// Connects, checks the host's key and logs in.
  Result<void> Open();
  /// Runs a command over an open connection.
  Result<SshReply> Execute(const SshRequest& request);
  /// Stops the connection for good. Any thread may call this function. A blocked call on a
  /// different thread then returns an error soon.
  void Stop();
  bool stopped() const { return stopped_; }
  const SshTarget& target() const { return target_; }
  /// Returns libssh's handle of an open connection.
  ssh_session handle() const { return session_; }
  /// Returns the error of a connection that can no longer be used: `what` and libssh's message.
  Error Broken(const std::string& what) const;

 private:
  Result<void> Connect();
  Result<void> Configure(int fd);
  Result<void> CheckHost();
  /// True if a known_hosts file has this key in a line marked @revoked.
  bool Revoked(const std::string& key) const;
  Result<void> LogIn();
  /// TryAgent() and TryKey() return SSH_AUTH_*, and add a text about each key to `tried`.
  int TryAgent(std::string* tried);
  int TryKey(const std::string& path, std::string* tried);
  std::vector<std::string> KnownHostsFiles() const;
  Error Failed(ErrorClass error_class, const char* code, const std::string& message) const;

  const SshTarget target_;
  const SshOptions options_;
  ssh_session session_ = nullptr;
  const Descriptor wake_;            ///< an eventfd that becomes readable when Stop() is called
  std::atomic<int> connection_{-1};  ///< a copy of the socket's descriptor, only for Stop()
  std::atomic<bool> stopped_ = false;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_SSH_LIBSSH_SESSION_H_
