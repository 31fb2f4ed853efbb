#ifndef HPDL_RUNTIME_WORLD_SSH_LIBSSH_CHANNEL_H_
#define HPDL_RUNTIME_WORLD_SSH_LIBSSH_CHANNEL_H_

#include <libssh/libssh.h>

#include <cstdint>
#include <string>

#include "runtime/world/ssh/ssh.h"

namespace hpdl::rt {

/// One command over a session. All of it blocks.
class SshChannel {
 public:
  explicit SshChannel(ssh_session session) : channel_(ssh_channel_new(session)) {}
  ~SshChannel();
  SshChannel(const SshChannel&) = delete;
  SshChannel& operator=(const SshChannel&) = delete;

  /// Null, or what could not be done.
  const char* Begin(const std::string& command);
  /// All of the standard input, and its end.
  bool Send(const std::string& input);
  enum class End { kComplete, kTooLong, kBroken };
  /// To the end of the command; `timeout_ms` without a byte is kBroken.
  End Receive(std::int64_t timeout_ms, std::size_t limit, SshReply* reply);

 private:
  End Read(bool error, std::int64_t timeout_ms, std::size_t limit, std::string* text);

  ssh_channel channel_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_SSH_LIBSSH_CHANNEL_H_
