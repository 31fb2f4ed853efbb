#ifndef HPDL_RUNTIME_WORLD_SSH_LIBSSH_CHANNEL_H_
#define HPDL_RUNTIME_WORLD_SSH_LIBSSH_CHANNEL_H_

#include <libssh/libssh.h>

#include <cstdint>
#include <string>

#include "runtime/world/ssh/ssh.h"

namespace hpdl::rt {

/// One command over an ssh session. All functions block.
class SshChannel {
 public:
  explicit SshChannel(ssh_session session) : channel_(ssh_channel_new(session)) {}
  ~SshChannel();
  SshChannel(const SshChannel&) = delete;
  SshChannel& operator=(const SshChannel&) = delete;

  /// Starts the command. Returns null, or a text that describes the failure.
  const char* Begin(const std::string& command);
  /// Sends the whole standard input, then the end of the input. Returns false if the connection
  /// broke.
  bool Send(const std::string& input);
  enum class End { kComplete, kTooLong, kBroken };
  /// Reads the output to the end of the command. Returns kTooLong if a stream has more than `limit`
  /// bytes, and kBroken if no byte comes for `timeout_ms`.
  End Receive(std::int64_t timeout_ms, std::size_t limit, SshReply* reply);

 private:
  End Read(bool error, std::int64_t timeout_ms, std::size_t limit, std::string* text);

  ssh_channel channel_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_SSH_LIBSSH_CHANNEL_H_
