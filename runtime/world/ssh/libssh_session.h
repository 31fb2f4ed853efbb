#ifndef HPDL_RUNTIME_WORLD_SSH_LIBSSH_SESSION_H_
#define HPDL_RUNTIME_WORLD_SSH_LIBSSH_SESSION_H_

#include <libssh/libssh.h>

#include <atomic>
#include <memory>
#include <string>

#include "runtime/ground/base/descriptor.h"
#include "runtime/world/ssh/ssh.h"

namespace hpdl::rt {

/// One connection of libssh. Everything but Stop() blocks, and belongs to one thread at a time.
class SshSession {
 public:
  SshSession(SshTarget target, const SshOptions& options);
  ~SshSession();
  SshSession(const SshSession&) = delete;
  SshSession& operator=(const SshSession&) = delete;

  /// Connects, checks the host's key, logs in.
  Result<void> Open();
  /// Of an open one.
  Result<SshReply> Execute(const SshRequest& request);
  /// From any thread, and for good: what blocks ends soon with an error.
  void Stop();
  bool stopped() const { return stopped_; }
  const SshTarget& target() const { return target_; }
  /// Of an open one.
  ssh_session handle() const { return session_; }
  /// The connection is of no more use; with what libssh says of it.
  Error Broken(const std::string& what) const;

 private:
  Result<void> Connect();
  Result<void> Configure(int fd);
  Result<void> CheckHost();
  /// Whether a known_hosts file has this key in a line marked @revoked.
  bool Revoked(const std::string& key) const;
  Result<void> LogIn();
  /// SSH_AUTH_*; `tried` grows by what was done.
  int TryAgent(std::string* tried);
  int TryKey(const std::string& path, std::string* tried);
  std::vector<std::string> KnownHostsFiles() const;
  Error Failed(ErrorClass error_class, const char* code, const std::string& message) const;

  const SshTarget target_;
  const SshOptions options_;
  ssh_session session_ = nullptr;
  const Descriptor wake_;            ///< an eventfd: readable once stopped
  std::atomic<int> connection_{-1};  ///< a second descriptor of the socket, for Stop() alone
  std::atomic<bool> stopped_ = false;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_SSH_LIBSSH_SESSION_H_
