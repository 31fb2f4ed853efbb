#include "runtime/world/ssh/libssh_channel.h"

#include <algorithm>
#include <array>

namespace hpdl::rt {

SshChannel::~SshChannel() {
  if (channel_ != nullptr) {
    ssh_channel_free(channel_);
  }
}

const char* SshChannel::Begin(const std::string& command) {
  if (channel_ == nullptr || ssh_channel_open_session(channel_) != SSH_OK) {
    return "the server does not open a session";
  }
  return ssh_channel_request_exec(channel_, command.c_str()) == SSH_OK
             ? nullptr
             : "the server does not run the command";
}

bool SshChannel::Send(const std::string& input) {
  constexpr std::size_t kMost = 32768;
  for (std::size_t at = 0; at < input.size();) {
    const auto part = static_cast<std::uint32_t>(std::min(kMost, input.size() - at));
    const int sent = ssh_channel_write(channel_, input.data() + at, part);
    if (sent <= 0) {
      // A command may end before it has read all of its input. Its output is still valid.
      return ssh_channel_is_closed(channel_) != 0 || ssh_channel_is_eof(channel_) != 0;
    }
    at += static_cast<std::size_t>(sent);
  }
  return ssh_channel_send_eof(channel_) == SSH_OK;
}

SshChannel::End SshChannel::Receive(std::int64_t timeout_ms, std::size_t limit, SshReply* reply) {
  // While the output is read, libssh keeps the data of the error stream, up to the size of the
  // channel's window.
  if (const End end = Read(false, timeout_ms, limit, &reply->out); end != End::kComplete) {
    return end;
  }
  if (const End end = Read(true, timeout_ms, limit, &reply->err); end != End::kComplete) {
    return end;
  }
  reply->exit_code = ssh_channel_get_exit_status(channel_);
  // A broken connection looks like the end of the output, but has no exit code.
  const bool whole = reply->exit_code >= 0 || ssh_channel_is_closed(channel_) != 0;
  return whole && ssh_is_connected(ssh_channel_get_session(channel_)) != 0 ? End::kComplete
                                                                           : End::kBroken;
}

SshChannel::End SshChannel::Read(bool error, std::int64_t timeout_ms, std::size_t limit,
                                 std::string* text) {
  std::array<char, 16384> buffer{};
  while (true) {
    const int count = ssh_channel_read_timeout(channel_, buffer.data(), buffer.size(),
                                               error ? 1 : 0, static_cast<int>(timeout_ms));
    if (count > 0) {
      text->append(buffer.data(), static_cast<std::size_t>(count));
      if (text->size() > limit) {
        return End::kTooLong;
      }
    } else {
      return count == 0 ? End::kComplete : End::kBroken;
    }
  }
}

}  // namespace hpdl::rt
